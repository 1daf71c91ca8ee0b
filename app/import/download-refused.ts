import type { ImportRow, ImportSheet } from '../../machines/wire/import-lines.ts';
import { refusedRowsFile } from '../../machines/wire/refused-rows.ts';

/** The refused rows as the command writes them, made of what the page has: the server keeps none. */
export function downloadRefused(
  name: string,
  { header, delimiter }: ImportSheet,
  rows: readonly ImportRow[],
): void {
  const file = refusedRowsFile(header, delimiter);
  const lines = rows.flatMap((row) => (row.outcome === 'refused' ? [file.row(row.cells, row.problem)] : []));
  const address = URL.createObjectURL(new Blob([file.head, ...lines], { type: 'text/csv;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  // A browser reads it after the press.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
