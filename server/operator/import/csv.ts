import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { parse } from '@fast-csv/parse';

/** A file that is not valid CSV; the message is one line. */
export class UnusableFile extends Error {}

/**
 * The rows of a CSV file as lists of cells, its header first, streamed: a file may be larger than the memory.
 * UTF-8 with or without a byte order mark; cells separated by ',' ';' or tabs.
 *
 * @param onBytes called with the number of bytes read so far
 * @throws UnusableFile
 */
export async function* readCsv(
  path: string,
  delimiter: string,
  onBytes: (read: number) => void,
): AsyncGenerator<string[]> {
  const rows = parse({ delimiter, headers: false, ignoreEmpty: true });
  pipeline(Readable.from(textOf(path, onBytes)), rows, () => {});
  try {
    for await (const row of rows) yield (row as string[]).map(unguarded);
  } catch (error) {
    if (error instanceof UnusableFile) throw error;
    throw new UnusableFile(`${path}: the CSV cannot be read (${(error as Error).message.slice(0, 120)}).`);
  }
}

/** The most frequent separator in the header. @throws UnusableFile */
export async function findDelimiter(path: string): Promise<string> {
  const header = (await startOf(path)).split(/\r?\n/, 1)[0]!.replace(/"[^"]*"/g, '');
  const countOf = (separator: string) => header.split(separator).length;
  return [',', ';', '\t'].reduce((best, separator) =>
    countOf(separator) > countOf(best) ? separator : best,
  );
}

/** A cell that looks like a formula, guarded in an error file against evaluation by a spreadsheet. */
export const guarded = (cell: string): string => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell);
/** The inverse, for a corrected error file. */
const unguarded = (cell: string): string => (/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);

/** One line of a CSV file. */
export const lineOf = (cells: string[], delimiter: string): string =>
  `${cells.map((cell) => (/["\r\n,;\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter)}\r\n`;

async function startOf(path: string): Promise<string> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(65_536), 0, 65_536, 0);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw new UnusableFile(`${path}: the file cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

async function* textOf(path: string, onBytes: (read: number) => void): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let read = 0;
  try {
    for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) {
      const text = decoder.decode(bytes, { stream: true });
      read += bytes.length;
      onBytes(read);
      if (text !== '') yield text;
    }
    decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UnusableFile(`${path}: the file is not UTF-8 from byte ${read} on; save it as 'CSV UTF-8'.`);
  }
}
