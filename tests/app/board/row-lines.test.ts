import { expect, it } from 'vitest';
import { sharedLines } from '../../../app/board/day/rows/row-lines.ts';

const sizes = { line: 25, padding: 6, least: 36 };
const rowsOf = (count: number, need: number) => Array.from({ length: count }, () => need);
const height = (lines: number[]) => lines.reduce((sum, line) => sum + Math.max(36, line * 25 + 6), 0);

it('twelve technicians have a line each where there is room for no more', () => {
  const lines = sharedLines(rowsOf(12, 3), 440, sizes);
  expect(height(lines)).toBeLessThanOrEqual(440);
  expect(lines).toEqual(rowsOf(12, 1));
});

it('what room is left goes to the rows that need more, a line at a time', () => {
  expect(sharedLines([1, 3, 3, 2], 36 * 4 + 2 * 20, sizes)).toEqual([1, 2, 2, 1]);
  expect(sharedLines([1, 3, 3, 2], 36 * 4 + 3 * 20 + 25, sizes)).toEqual([1, 3, 2, 2]);
});

it('where all have room all is shown, and more than a screen has one line each', () => {
  expect(sharedLines([4, 1, 2], 1_000, sizes)).toEqual([4, 1, 2]);
  expect(sharedLines(rowsOf(40, 2), 500, sizes)).toEqual(rowsOf(40, 1));
  expect(sharedLines([], 500, sizes)).toEqual([]);
});
