import { guarded, lineOf } from './csv-line.ts';

/**
 * The file of an import's refused rows: the columns that were sent and `error`, to be corrected and imported again.
 * @param delimiter of the file that was sent; a workbook's is `;`
 */
export function refusedRowsFile(header: string[], delimiter: string) {
  const included = header.map((name) => name.trim().toLowerCase() !== 'error');
  const line = (cells: string[], last: string) => {
    const own = header.map((_, at) => cells[at] ?? '').filter((_, at) => included[at]);
    return lineOf([...own, last, ...cells.slice(header.length)].map(guarded), delimiter);
  };
  return {
    /** With the byte order mark by which a spreadsheet recognises UTF-8. */
    head: `\ufeff${line(header, 'error')}`,
    row: (cells: string[], { field, message }: { field: string | null; message: string }): string =>
      line(cells, field ? `${field}: ${message}` : message),
  };
}
