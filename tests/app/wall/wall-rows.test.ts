import { describe, expect, it } from 'vitest';
import { readWallAddress } from '../../../app/wall/wall-address.ts';
import { rowsInRoom, type SlotLine, shareRoom, slotsInRoom } from '../../../app/wall/wall-rows.ts';

describe('the address of a wall', () => {
  const own = ['114', '127', '200'];
  const unlessSaid = { operations: own, seconds: 20, light: false };

  it('names operations, seconds and colours', () => {
    expect(readWallAddress('?op=127,114&segundos=45&tema=claro', own)).toEqual({
      operations: ['127', '114'],
      seconds: 45,
      light: true,
    });
  });

  it.each([
    '',
    '?op=999',
    '?op=__proto__&segundos=__proto__',
    '?op=constructor,toString',
    `?op=${'9'.repeat(10_000)}&segundos=${'9'.repeat(10_000)}`,
    '?segundos=0',
    '?segundos=4',
    '?segundos=601',
    '?segundos=-20',
    '?segundos=5.5',
    '?op=%E0%A4%A',
  ])('that is wrong shows the user’s own operations: %.40s', (search) => {
    expect(readWallAddress(search, own)).toEqual(unlessSaid);
  });

  it('shows nothing of others', () => {
    expect(readWallAddress('?op=999,114,888', own).operations).toEqual(['114']);
    expect(readWallAddress('?op=114', []).operations).toEqual([]);
  });
});

describe('the room of a wall', () => {
  it('is shared by two lists: half each, and what one leaves goes to the other', () => {
    expect(shareRoom(9, 20, 20)).toEqual([5, 4]);
    expect(shareRoom(9, 2, 20)).toEqual([2, 7]);
    expect(shareRoom(9, 20, 2)).toEqual([7, 2]);
    expect(shareRoom(9, 0, 20)).toEqual([1, 8]);
    for (let a = 0; a < 15; a++)
      for (let b = 0; b < 15; b++) {
        const [first, second] = shareRoom(9, a, b);
        expect(first + second).toBeLessThanOrEqual(9);
        expect(Math.min(first, second)).toBeGreaterThan(0);
      }
  });

  it('says in its last row how many there are beside', () => {
    expect(rowsInRoom([1, 2, 3], 3)).toEqual({ shown: [1, 2, 3], left: 0 });
    expect(rowsInRoom([1, 2, 3, 4], 3)).toEqual({ shown: [1, 2], left: 2 });
  });

  it('leaves out the slots that are over and done before any other', () => {
    const line = (id: number, state: SlotLine['state'], late = 0): SlotLine => ({
      ...{ id, name: `${id}`, state },
      counts: { todo: 0, onTheWay: 0, late, unassigned: 0, done: 3 },
    });
    const day = [line(1, 'over', 2), line(2, 'over'), line(3, 'over'), line(4, 'now'), line(5, 'later')];
    const { shown, left } = slotsInRoom(day, 4);
    expect([shown.map(({ id }) => id), left]).toEqual([[1, 4, 5], 2]);
  });
});
