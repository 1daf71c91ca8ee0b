import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { parse } from '@fast-csv/parse';
import { decoderOf, type Encoding, findEncoding, startOf } from './encoding.ts';

/** A file that is not valid CSV; the message is one line of Spanish. */
export class UnusableFile extends Error {}

/** How a CSV file is written: its letters, what separates its cells, and whether its first line only says that (`sep=;`). */
export type Dialect = { encoding: Encoding; delimiter: string; skipLines: 0 | 1 };

/**
 * The rows of a CSV file as lists of cells, its header first, streamed: a file may be larger than the memory.
 *
 * @param onBytes called with the number of bytes read so far
 * @throws UnusableFile
 */
export async function* readCsv(
  path: string,
  { encoding, delimiter, skipLines }: Dialect,
  onBytes: (read: number) => void,
): AsyncGenerator<string[]> {
  const rows = parse({ delimiter, headers: false, ignoreEmpty: true, skipLines });
  pipeline(Readable.from(textOf(path, encoding, onBytes)), rows, () => {});
  try {
    for await (const row of rows) yield (row as string[]).map(unguarded);
  } catch (error) {
    throw new UnusableFile(`${path}: no se puede leer el CSV (${(error as Error).message.slice(0, 120)}).`);
  }
}

/** The encoding, and the separator that the first line names, else the most frequent in it. @throws UnusableFile */
export async function findDialect(path: string): Promise<Dialect> {
  try {
    const encoding = await findEncoding(path);
    if (typeof encoding === 'object')
      throw new UnusableFile(
        `${path}: en la línea ${encoding.line}, columna ${encoding.column}, hay un carácter que no es UTF-8 como el resto: guarde la planilla como 'CSV UTF-8'.`,
      );
    const [first = ''] = (await startOf(path, encoding)).replace(/^\ufeff/, '').split(/\r?\n/, 1);
    const named = /^"?sep=(.)"?$/i.exec(first)?.[1];
    if (named) return { encoding, delimiter: named, skipLines: 1 };
    const header = first.replace(/"[^"]*"/g, '');
    const countOf = (separator: string) => header.split(separator).length;
    const delimiter = [',', ';', '\t'].reduce((best, separator) =>
      countOf(separator) > countOf(best) ? separator : best,
    );
    return { encoding, delimiter, skipLines: 0 };
  } catch (error) {
    if (error instanceof UnusableFile) throw error;
    throw new UnusableFile(`${path}: no se puede abrir (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** A cell that looks like a formula, guarded in an error file against evaluation by a spreadsheet. */
export const guarded = (cell: string): string => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell);
/** The inverse, for a corrected error file. */
const unguarded = (cell: string): string => (/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);

/** One line of a CSV file. */
export const lineOf = (cells: string[], delimiter: string): string =>
  `${cells.map((cell) => (/["\r\n,;\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter)}\r\n`;

async function* textOf(
  path: string,
  encoding: Encoding,
  onBytes: (read: number) => void,
): AsyncGenerator<string> {
  const decode = decoderOf(encoding);
  let read = 0;
  for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) {
    const text = decode(bytes);
    read += bytes.length;
    onBytes(read);
    if (text !== '') yield text;
  }
}
