import type { RowOrder } from '../day-params.ts';
import type { DayRow } from '../day-rows.ts';

/** The share of the shift that is taken; one who does not work has no room at all. */
const loadShare = ({ load }: DayRow): number =>
  load.shift === 0 ? Number.POSITIVE_INFINITY : load.minutes / load.shift;

/** The place of each technician by load, of equals by name; a technician with rows in several zones has one load. */
export function ranksByLoad(rows: readonly DayRow[], order: RowOrder): ReadonlyMap<number, number> {
  const byTechnician = new Map(
    rows.flatMap((row) => (row.technician ? [[row.technician.id, row] as const] : [])),
  );
  const sorted = [...byTechnician].sort(([, a], [, b]) => compare(loadShare(a), loadShare(b)));
  if (order === 'mas') sorted.reverse();
  return new Map(sorted.map(([id], rank) => [id, rank]));
}

// Two who do not work are equal; the difference of two infinities is no number.
const compare = (a: number, b: number) => (a === b ? 0 : a - b);

/**
 * The rows of each zone: what has no technician first, then the favourites, then the others, each by rank.
 * @param ranks null: as they are, by name
 */
export function inOrder(
  rows: readonly DayRow[],
  favourites: ReadonlySet<number>,
  ranks: ReadonlyMap<number, number> | null,
): readonly DayRow[] {
  if (favourites.size === 0 && ranks === null) return rows;
  const zones = [...new Set(rows.map(({ zone }) => zone))];
  const groupOf = ({ technician }: DayRow) =>
    technician === null ? 0 : favourites.has(technician.id) ? 1 : 2;
  const rankOf = ({ technician }: DayRow) => (technician && ranks?.get(technician.id)) ?? rows.length;
  return [...rows].sort(
    (a, b) =>
      zones.indexOf(a.zone) - zones.indexOf(b.zone) ||
      groupOf(a) - groupOf(b) ||
      (ranks ? rankOf(a) - rankOf(b) : 0),
  );
}
