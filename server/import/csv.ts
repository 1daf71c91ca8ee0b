import { pipeline, Readable } from 'node:stream';
import { parse } from '@fast-csv/parse';
import { unguarded } from '../../machines/wire/csv-line.ts';
import { decoderOf, type Encoding, findEncoding } from './encoding.ts';
import { type Source, startOf, UnusableFile } from './source.ts';

/** How a CSV file is written: its letters, what separates its cells, and whether its first line only says that (`sep=;`). */
export type Dialect = { encoding: Encoding; delimiter: string; skipLines: 0 | 1 };

/**
 * The rows of a CSV file as lists of cells, streamed, the empty ones too: a spreadsheet counts them.
 *
 * @param onBytes called with the number of bytes read so far
 * @throws UnusableFile
 */
export async function* readCsv(
  source: Source,
  { encoding, delimiter, skipLines }: Dialect,
  onBytes: (read: number) => void,
): AsyncGenerator<string[]> {
  const rows = parse({ delimiter, headers: false, ignoreEmpty: false, skipLines });
  pipeline(Readable.from(textOf(source, encoding, onBytes)), rows, () => {});
  try {
    for await (const row of rows) yield (row as string[]).map(unguarded);
  } catch (error) {
    throw new UnusableFile(`no se puede leer el CSV (${(error as Error).message.slice(0, 120)}).`);
  }
}

/** The encoding, and the separator that the first line names, else the most frequent in it. @throws UnusableFile */
export async function findDialect(source: Source): Promise<Dialect> {
  const encoding = await findEncoding(source);
  if (typeof encoding === 'object')
    throw new UnusableFile(
      `en la línea ${encoding.line}, columna ${encoding.column}, hay un carácter que no es UTF-8 como el resto: guardá la planilla como 'CSV UTF-8'.`,
    );
  // A letter that is cut off at the end of the first bytes is left out.
  const start = decoderOf(encoding)(await startOf(source));
  const [first = ''] = start.replace(/^\ufeff/, '').split(/\r?\n/, 1);
  const named = /^"?sep=(.)"?$/i.exec(first)?.[1];
  if (named) return { encoding, delimiter: named, skipLines: 1 };
  const header = first.replace(/"[^"]*"/g, '');
  const countOf = (separator: string) => header.split(separator).length;
  const delimiter = [',', ';', '\t'].reduce((best, separator) =>
    countOf(separator) > countOf(best) ? separator : best,
  );
  return { encoding, delimiter, skipLines: 0 };
}

async function* textOf(
  source: Source,
  encoding: Encoding,
  onBytes: (read: number) => void,
): AsyncGenerator<string> {
  const decode = decoderOf(encoding);
  let read = 0;
  for await (const bytes of source.read()) {
    const text = decode(bytes);
    read += bytes.length;
    onBytes(read);
    if (text !== '') yield text;
  }
}
