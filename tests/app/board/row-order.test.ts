import { expect, it } from 'vitest';
import type { DayRow } from '../../../app/board/day/day-rows.ts';
import { inOrder, ranksByLoad } from '../../../app/board/day/rows/row-order.ts';

const north = { id: 1, name: 'Norte' };
const south = { id: 2, name: 'Sur' };

/** A technician with so many minutes of a shift. */
const row = (id: number | null, minutes = 0, shift = 480, zone: DayRow['zone'] = undefined) =>
  ({
    ...{ key: `${zone?.id}.${id}`, technician: id === null ? null : { id, name: `T${id}` }, zone },
    load: { visits: 0, minutes, shift, late: 0, onTheWay: null },
  }) as unknown as DayRow;
const ids = (rows: readonly DayRow[]) => rows.map(({ technician }) => technician?.id ?? null);
const none: ReadonlySet<number> = new Set();

it('by load the least loaded stand first or last by the share of their shift, and who does not work is full', () => {
  const rows = [row(null), row(1, 240), row(2, 60), row(3, 90, 120), row(4, 0, 0)];
  expect(ids(inOrder(rows, none, ranksByLoad(rows, 'menos')))).toEqual([null, 2, 1, 3, 4]);
  expect(ids(inOrder(rows, none, ranksByLoad(rows, 'mas')))).toEqual([null, 4, 3, 1, 2]);
  expect(inOrder(rows, none, null)).toBe(rows);
});

it('the technicians whom the user has pinned stand above the others, each group in its order', () => {
  const rows = [row(null), row(1, 240), row(2, 60), row(3, 10), row(4, 400)];
  expect(ids(inOrder(rows, new Set([2, 4]), null))).toEqual([null, 2, 4, 1, 3]);
  expect(ids(inOrder(rows, new Set([2, 4]), ranksByLoad(rows, 'mas')))).toEqual([null, 4, 2, 1, 3]);
});

it('rows of several zones stay in their zone', () => {
  const rows = [
    row(1, 240, 480, north),
    row(2, 60, 480, north),
    row(2, 60, 480, south),
    row(3, 0, 480, south),
  ];
  expect(ids(inOrder(rows, new Set([3]), ranksByLoad(rows, 'menos')))).toEqual([2, 1, 3, 2]);
});

it('one who has no rank yet stands last', () => {
  const rows = [row(9), row(1, 240), row(2, 60)];
  expect(
    ids(
      inOrder(
        rows,
        none,
        new Map([
          [2, 0],
          [1, 1],
        ]),
      ),
    ),
  ).toEqual([2, 1, 9]);
});
