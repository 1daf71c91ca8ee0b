import type { Counted } from './count.ts';

export type Row = {
  id: string;
  title: string;
  backend: string;
  counted: Counted | null;
  boards: number | null;
  notReady: number | null;
  figures: string;
  problems: string[];
  seconds: number;
};

/** One row a fault, as a Markdown table, which is also readable as it is. */
export function table(rows: Row[]): string {
  const head = [
    [
      '',
      'injected',
      'queue',
      'missing',
      'twice',
      'messages not once',
      'broken',
      'boards',
      'not ready',
      'seen',
      '',
    ],
  ];
  const body = rows.map((row) => [
    row.id,
    row.title,
    row.backend,
    cell(row.counted?.missing.length),
    cell(row.counted?.twice.length),
    row.counted
      ? `${row.counted.messages.length}${row.counted.unknown ? ` (${row.counted.unknown} unknown)` : ''}`
      : '–',
    cell(row.counted?.broken.length),
    cell(row.boards),
    cell(row.notReady),
    row.figures,
    row.problems.length === 0 ? 'ok' : `FAILED: ${row.problems.join('; ')}`,
  ]);
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head[0]!), line(head[0]!.map(() => '---')), ...body.map(line)].join('\n');
}

const cell = (number: number | null | undefined) => (number == null ? '–' : String(number));
