import { Readable } from 'node:stream';
import { InvalidSpreadsheetError, readSheet } from 'read-excel-file/node';
import { type Source, startOf, UnusableFile } from './source.ts';

/** A workbook is read whole, and unpacks to many times its size. */
const mostMegabytes = 50;

/** What a file is by its first bytes: a workbook is a ZIP, and the one of before 2007 another container. */
export async function isWorkbook(source: Source): Promise<boolean> {
  const start = (await startOf(source)).subarray(0, 4);
  if (start.equals(Buffer.from('d0cf11e0', 'hex')))
    throw new UnusableFile("es una planilla .xls, de antes de 2007: guardala como .xlsx o como 'CSV UTF-8'.");
  return start.equals(Buffer.from('PK\u0003\u0004', 'latin1'));
}

/**
 * The rows of a workbook's first sheet as lists of cells, written as a CSV file has them: dates as
 * `05/03/2026 14:30`, whole numbers with all their digits.
 *
 * @throws UnusableFile
 */
export async function* readXlsx(source: Source, onBytes: (read: number) => void): AsyncGenerator<string[]> {
  if (source.size > mostMegabytes * 1e6)
    throw new UnusableFile(`la planilla admite hasta ${mostMegabytes} MB: guardala como 'CSV UTF-8'.`);
  const sheet = await readSheet<string>(Readable.from(source.read()), { parseNumber: numberText }).catch(
    (error: Error) => {
      const invalid = error instanceof InvalidSpreadsheetError ? '' : ` (${error.message.slice(0, 120)})`;
      throw new UnusableFile(`no es una planilla .xlsx que se pueda leer${invalid}.`);
    },
  );
  for (const row of sheet) yield row.map(cellText);
  onBytes(source.size);
}

/** A file may hold 11400000001 as `1.1400000001E10`. */
const numberText = (stored: string): string => String(Number(stored));

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  // A day and an hour without a zone, which the library puts into the UTC fields.
  if (cell instanceof Date) {
    const [day, time] = cell.toISOString().split('T') as [string, string];
    return `${day.split('-').reverse().join('/')} ${time.slice(0, 8)}`;
  }
  return String(cell);
}
