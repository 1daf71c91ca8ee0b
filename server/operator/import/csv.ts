import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { parse } from '@fast-csv/parse';

/** A file that cannot be read as CSV, said in one line. */
export class UnusableFile extends Error {}

/**
 * The rows of a CSV file as lists of cells, its header first, one at a time: a
 * file may be larger than the memory. UTF-8 with or without a byte order mark;
 * cells separated by ',' ';' or tabs.
 *
 * @param onBytes told how far the file has been read
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

/** The separator that stands most often in the header. @throws UnusableFile */
export async function findDelimiter(path: string): Promise<string> {
  const header = (await startOf(path)).split(/\r?\n/, 1)[0]!.replace(/"[^"]*"/g, '');
  const countOf = (one: string) => header.split(one).length;
  return [',', ';', '\t'].reduce((best, one) => (countOf(one) > countOf(best) ? one : best));
}

/** A cell that begins a formula, as an error file guards it: a spreadsheet must not work it out. */
export const guarded = (cell: string): string => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell);
/** An error file that was put right comes back as it was. */
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
    // What the decoder throws; anything else is the disk's.
    if (!(error instanceof TypeError)) throw error;
    throw new UnusableFile(`${path}: the file is not UTF-8 from byte ${read} on; save it as 'CSV UTF-8'.`);
  }
}
