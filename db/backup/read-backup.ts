import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { type End, endMark, endShape, type Head, headMark, headShape, rowsEnd } from './format.ts';

/** The parts of a backup file, in order. A table's rows have to be consumed before the next part. */
export type Part =
  | { kind: 'head'; head: Head }
  | { kind: 'table'; table: string; statement: string; rows: AsyncIterable<Buffer> }
  | { kind: 'end'; end: End };

/** @throws Error in one line when the file is not a backup, cut, or damaged */
export async function* readBackup(file: string): AsyncGenerator<Part> {
  const lines = openLines(file);
  try {
    const first = await lines.line();
    if (!first?.startsWith(headMark)) throw new Error(`${file} is no backup of Agenda técnica.`);
    yield { kind: 'head', head: headShape.parse(JSON.parse(first.slice(headMark.length))) };
    for (;;) {
      const line = await lines.line();
      if (line === undefined) throw new Error(`${file} was cut: its end is missing.`);
      if (line.startsWith(endMark)) {
        yield { kind: 'end', end: endShape.parse(JSON.parse(line.slice(endMark.length))) };
        return;
      }
      const [, table] = /^copy "([^"]+)" \(.+\) from stdin;$/.exec(line) ?? [];
      if (!table) throw new Error(`${file} is damaged: '${line.slice(0, 60)}' is no table.`);
      yield { kind: 'table', table, statement: line.slice(0, -1), rows: lines.rows() };
    }
  } finally {
    lines.close();
  }
}

const lineEnd = Buffer.from('\n');
const endOfRows = Buffer.from(`\n${rowsEnd}\n`);

/** The unpacked file, read by lines, and by chunks within COPY. */
function openLines(file: string) {
  const input = createReadStream(file);
  const unpacked = createGunzip({ chunkSize: 256 * 1024 });
  input.on('error', (error) => unpacked.destroy(error));
  input.pipe(unpacked);
  const chunks = unpacked[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let buffered: Buffer = Buffer.alloc(0);

  const more = async () => {
    const { done, value } = await chunks.next().catch((error: Error & { code?: string }) => {
      throw error.code?.startsWith('Z_') ? new Error(`${file} is damaged or cut (${error.message}).`) : error;
    });
    if (done) return false;
    buffered = buffered.length === 0 ? value : Buffer.concat([buffered, value]);
    return true;
  };
  return {
    /** Without its line break; undefined after the last. */
    async line(): Promise<string | undefined> {
      for (let from = 0; ; ) {
        const at = buffered.indexOf(lineEnd, from);
        if (at !== -1) {
          const line = buffered.toString('utf8', 0, at);
          buffered = buffered.subarray(at + 1);
          return line;
        }
        from = buffered.length;
        if (!(await more())) return undefined;
      }
    },
    /** Up to COPY's end of rows, which is consumed. */
    async *rows(): AsyncGenerator<Buffer> {
      let begun = false;
      for (;;) {
        const atOnce = !begun && buffered.subarray(0, endOfRows.length - 1).equals(endOfRows.subarray(1));
        const at = atOnce ? -1 : buffered.indexOf(endOfRows);
        if (atOnce || at !== -1) {
          if (!atOnce) yield buffered.subarray(0, at + 1);
          buffered = buffered.subarray(at + endOfRows.length);
          return;
        }
        const sure = buffered.length - endOfRows.length;
        if (sure > 0) {
          yield buffered.subarray(0, sure);
          buffered = buffered.subarray(sure);
          begun = true;
        }
        if (!(await more())) throw new Error(`${file} was cut: rows end without their end.`);
      }
    },
    close() {
      input.destroy();
      unpacked.destroy();
    },
  };
}
