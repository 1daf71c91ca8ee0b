import { expect, it } from 'vitest';
import { leastLines, linesIn, rowHeights } from '../../../app/board/week/row-heights.ts';

/** How many lines each row is given beyond the least, where there is room for so many. */
function linesGiven(needs: number[], spare: number): number[] {
  const { heights } = rowHeights(needs);
  return heights.map((height) =>
    [...height.matchAll(/- (\d+) \* var\(--line\), (\d+) \*/g)].reduce(
      (sum, [, from, count]) => sum + Math.min(Math.max(0, spare - Number(from)), Number(count)),
      0,
    ),
  );
}

it('gives the rows that need more a line each in turn, until the room or the need ends', () => {
  const needs = [3, 6, 4, 1, 8];
  expect(rowHeights(needs).given).toBe(3 + 1 + 5);
  expect(linesGiven(needs, 0)).toEqual([0, 0, 0, 0, 0]);
  expect(linesGiven(needs, 2)).toEqual([0, 1, 1, 0, 0]);
  expect(linesGiven(needs, 5)).toEqual([0, 2, 1, 0, 2]);
  expect(linesGiven(needs, 100)).toEqual([0, 3, 1, 0, 5]);
});

it('leaves a row without anything to show thin, and none of many visits too high to write down', () => {
  expect(rowHeights([0, leastLines]).heights).toEqual(['var(--thin)', 'calc(var(--row) + var(--rest))']);
  expect(rowHeights([5_000]).given).toBeLessThan(50);
  expect(rowHeights([])).toEqual({ given: 0, heights: [] });
});

it('counts the lines that have room below the head of a cell', () => {
  expect(linesIn(102, 20, 25)).toBe(3);
  expect(linesIn(30, 20, 25)).toBe(0);
  expect(linesIn(152, 20, 25)).toBe(5);
});
