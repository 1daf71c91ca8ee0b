import type { DayRow } from '../day-rows.ts';

/** A cell of the day, in pixels: a line holds one visit. */
export type Sizes = { line: number; padding: number; least: number };

/** Of the visits without a technician so many lines are in view; the others are scrolled to. */
export const mostWaiting = 4;

/** The lines that a row needs to show all of its visits: those of its fullest slot, one at least. */
export const linesNeeded = ({ cells }: DayRow): number =>
  Math.max(1, ...[...cells.values()].map((visits) => visits.length));

const heightOf = (lines: number, { line, padding, least }: Sizes) => Math.max(least, lines * line + padding);

/**
 * How many lines each row has: one each, so that many technicians are seen at once, and what room is left goes, a line at a
 * time, to the rows that need more. Where all have room all is shown.
 * @param room in pixels, for all rows
 */
export function sharedLines(needs: readonly number[], room: number, sizes: Sizes): number[] {
  const lines = needs.map(() => 1);
  let spare = room - needs.length * heightOf(1, sizes);
  for (let level = 1; level < Math.max(0, ...needs); level++) {
    const more = heightOf(level + 1, sizes) - heightOf(level, sizes);
    for (const [row, need] of needs.entries()) {
      if (need <= level || lines[row]! < level || spare < more) continue;
      lines[row] = level + 1;
      spare -= more;
    }
  }
  return lines;
}
