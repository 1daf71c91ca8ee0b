import { open, readFile, stat } from 'node:fs/promises';
import { InvalidSpreadsheetError, readSheet } from 'read-excel-file/node';
import { UnusableFile } from './csv.ts';

/** A workbook is read whole, and unpacks to many times its size. */
const mostMegabytes = 50;

/** What a file is by its first bytes: a workbook is a ZIP, and the one of before 2007 another container. */
export async function isWorkbook(path: string): Promise<boolean> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new UnusableFile(`${path}: no se puede abrir (${error.code}).`);
  });
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    if (buffer.equals(Buffer.from('d0cf11e0', 'hex')))
      throw new UnusableFile(
        `${path}: es una planilla .xls, de antes de 2007: guárdela como .xlsx o como 'CSV UTF-8'.`,
      );
    return buffer.equals(Buffer.from('PK\u0003\u0004', 'latin1'));
  } finally {
    await file.close();
  }
}

/**
 * The rows of a workbook's first sheet as lists of cells, its header first, written as a CSV file has them: dates as
 * `05/03/2026 14:30`, whole numbers with all their digits.
 *
 * @throws UnusableFile
 */
export async function* readXlsx(path: string, onBytes: (read: number) => void): AsyncGenerator<string[]> {
  const { size } = await stat(path);
  if (size > mostMegabytes * 1e6)
    throw new UnusableFile(
      `${path}: la planilla admite hasta ${mostMegabytes} MB: guárdela como 'CSV UTF-8'.`,
    );
  const sheet = await readSheet<string>(await readFile(path), { parseNumber: numberText }).catch(
    (error: Error) => {
      const invalid = error instanceof InvalidSpreadsheetError ? '' : ` (${error.message.slice(0, 120)})`;
      throw new UnusableFile(`${path}: no es una planilla .xlsx que se pueda leer${invalid}.`);
    },
  );
  for (const row of sheet) {
    const cells = row.map(cellText);
    if (cells.some((cell) => cell !== '')) yield cells;
  }
  onBytes(size);
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
