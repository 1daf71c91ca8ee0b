import { describe, expect, it } from 'vitest';
import { readSelection, toggled } from '../../app/routes/slot-detail/selection.ts';

/** Five visits; the third is on the way and cannot be selected. */
const visits = [11, 12, 13, 14, 15].map((id) => ({ id, selectable: id !== 13 }));
const press = (selected: number[], id: number, anchor: number | null = null, shift = false) => [
  ...toggled(visits, new Set(selected), { id, anchor, shift }),
];

describe('selecting visits', () => {
  it('turns one', () => {
    expect(press([], 12)).toEqual([12]);
    expect(press([12, 14], 12)).toEqual([14]);
  });

  it('with Shift takes everything from the last one touched, downwards and upwards', () => {
    expect(press([11], 14, 11, true)).toEqual([11, 12, 14]);
    expect(press([15], 12, 15, true).sort()).toEqual([12, 14, 15]);
  });

  it('with Shift takes a stretch out again', () => {
    expect(press([11, 12, 14, 15], 14, 11, true)).toEqual([15]);
  });

  it('passes over what cannot be selected, and takes it out if it was in', () => {
    expect(press([], 13)).toEqual([]);
    expect(press([11, 13], 14, 11, true)).toEqual([11, 12, 14]);
  });

  it('with Shift and nothing touched before, or something that is gone, turns the one pressed', () => {
    expect(press([], 14, null, true)).toEqual([14]);
    expect(press([], 14, 99, true)).toEqual([14]);
  });

  it('leaves alone what is not shown, and does not change what it was given', () => {
    const before = new Set([11]);
    expect([...toggled(visits, before, { id: 99, anchor: 11, shift: true })]).toEqual([11]);
    toggled(visits, before, { id: 12, anchor: 11, shift: true });
    expect([...before]).toEqual([11]);
  });

  it('reads from the address numbers only', () => {
    expect([...readSelection('?sel=3,5,5,x,-1,1e3,99999999999,')]).toEqual([3, 5]);
    expect([...readSelection('?accion=tecnico')]).toEqual([]);
  });
});
