/** Of a row's lines so many are there at any height of the screen; one line holds a visit, or how many are closed. */
export const leastLines = 3;
/** A row that needs more than these is opened. */
const mostLines = 40;

type Range = { from: number; count: number };

/**
 * How high each row of the week is, as CSS, by the room that there is (`--spare`): the same where the server draws, so that
 * nothing moves once the page has run. What is left beyond the least is given a line at a time to each row that needs one.
 * @param needs the lines that each row needs; 0: it has no visit to show, and is thin
 * @returns `given`: how many lines all of them need beyond the least
 */
export function rowHeights(needs: readonly number[]): { given: number; heights: string[] } {
  const ranges: Range[][] = needs.map(() => []);
  let given = 0;
  const most = Math.min(mostLines, Math.max(0, ...needs));
  for (let level = leastLines; level < most; level++)
    for (const [row, need] of needs.entries()) {
      if (need <= level) continue;
      const last = ranges[row]!.at(-1);
      if (last && last.from + last.count === given) last.count++;
      else ranges[row]!.push({ from: given, count: 1 });
      given++;
    }
  const heights = needs.map((need, row) =>
    need === 0
      ? 'var(--thin)'
      : `calc(${['var(--row)', 'var(--rest)', ...ranges[row]!.map(linesOf)].join(' + ')})`,
  );
  return { given, heights };
}

const linesOf = ({ from, count }: Range): string =>
  `clamp(0px, var(--spare) - ${from} * var(--line), ${count} * var(--line))`;

/** How many lines have room in a row of that height, in pixels, below the head of its cells. */
export const linesIn = (height: number, head: number, line: number): number =>
  Math.max(0, Math.floor((height - head - 2) / line));
