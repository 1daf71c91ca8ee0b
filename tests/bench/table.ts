import type { Line } from './measure.ts';

/** The lines as a Markdown table, which is also readable as it is. */
export function table(lines: Line[]): string {
  const rows = lines.map(({ bench, what, ours, floor, unit, value, target, wanted, met }) => [
    bench,
    what,
    `${number(ours)} ${unit}`.trim(),
    floor === null ? '' : `${number(floor)} ${unit}`.trim(),
    floor === null ? '' : `${value.toFixed(2)}x`,
    target === null
      ? ''
      : `${wanted === 'at most' ? '≤' : '≥'} ${target}${floor === null ? ` ${unit}` : 'x'}`.trim(),
    met === null ? '' : met ? 'met' : 'MISSED',
  ]);
  const all = [['', 'what', 'ours', 'floor', 'ratio', 'target', ''], ...rows];
  const widths = all[0]!.map((_, column) => Math.max(3, ...all.map((row) => row[column]!.length)));
  const draw = (row: string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  const [head, ...body] = all;
  return [draw(head!), draw(widths.map((width) => '-'.repeat(width))), ...body.map(draw)].join('\n');
}

const number = (value: number): string =>
  value >= 100 || Number.isInteger(value) ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
