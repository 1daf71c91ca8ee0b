import { findDialect, readCsv } from './csv.ts';
import type { Encoding } from './encoding.ts';
import { type Source, UnusableFile } from './source.ts';
import { isWorkbook, readXlsx } from './xlsx.ts';

/** A row with its number in the spreadsheet. */
export type SheetRow = { at: number; cells: string[] };

export type Sheet = {
  /** Of a CSV file; null: a workbook. */
  encoding: Encoding | null;
  /** A workbook's is that of a spreadsheet here. */
  delimiter: string;
  header: string[];
  /** Without the empty ones. */
  rows: AsyncGenerator<SheetRow>;
};

/**
 * A CSV file or a workbook's first sheet, its header read.
 * @param onBytes called with the number of bytes read so far
 * @throws UnusableFile here, and where the file breaks off
 */
export async function openSheet(source: Source, onBytes: (read: number) => void = () => {}): Promise<Sheet> {
  const dialect = (await isWorkbook(source)) ? null : await findDialect(source);
  const rows = numbered(dialect ? readCsv(source, dialect, onBytes) : readXlsx(source, onBytes));
  const first = await rows.next();
  if (first.done) throw new UnusableFile('el archivo está vacío.');
  const { encoding, delimiter } = dialect ?? { encoding: null, delimiter: ';' };
  return { encoding, delimiter, header: first.value.cells, rows };
}

async function* numbered(rows: AsyncGenerator<string[]>): AsyncGenerator<SheetRow> {
  let at = 0;
  for await (const cells of rows) {
    at++;
    if (cells.some((cell) => cell.trim() !== '')) yield { at, cells };
  }
}

/** Rows in memory at a time; the intake splits them into transactions. */
const batchRows = 500;

/** Several rows at a time. */
export async function* inBatches(rows: AsyncIterable<SheetRow>): AsyncGenerator<SheetRow[]> {
  let some: SheetRow[] = [];
  for await (const row of rows) {
    some.push(row);
    if (some.length < batchRows) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}
