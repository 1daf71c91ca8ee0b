import type { Tx } from '../connection/sql.ts';

export type Value = string | number | boolean | null | undefined | Uint8Array;

/** `copyRows` in a transaction. */
export type Copy = <Row>(
  table: string,
  columns: readonly string[],
  rows: Iterable<Row>,
  valuesOf: (row: Row) => Value[],
) => Promise<number>;

/**
 * Loads rows with COPY, some ten times as fast as INSERT. Instants are ISO text, JSON is text; undefined is null.
 * @returns how many rows were written
 */
export async function copyRows<Row>(
  tx: Tx,
  table: string,
  columns: readonly string[],
  rows: Iterable<Row>,
  valuesOf: (row: Row) => Value[],
): Promise<number> {
  const stream = await tx.unsafe(`copy ${table} (${columns.join(', ')}) from stdin`).writable();
  const broken = new Promise<never>((_, fail) => stream.once('error', fail));
  broken.catch(() => {});
  let count = 0;
  let chunk = '';
  for (const row of rows) {
    const values = valuesOf(row);
    for (let column = 0; column < values.length; column++)
      chunk += column === 0 ? textOf(values[column]) : `\t${textOf(values[column])}`;
    chunk += '\n';
    count++;
    if (chunk.length < chunkLength) continue;
    if (!stream.write(chunk))
      await Promise.race([broken, new Promise<void>((go) => stream.once('drain', go))]);
    chunk = '';
  }
  if (chunk) stream.write(chunk);
  await Promise.race([broken, new Promise<void>((done) => stream.end(done))]);
  return count;
}

const chunkLength = 256_000;
const special = /[\\\t\n\r]/g;
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function textOf(value: Value): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'string') return value.replace(special, (character) => escapes[character]!);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 't' : 'f';
  return `\\\\x${Buffer.from(value).toString('hex')}`;
}
