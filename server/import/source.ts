import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

/** A file's bytes, read as often as it is asked for. */
export type Source = { size: number; read(): AsyncIterable<Buffer> };

/** A file that cannot be imported; the message is a sentence of Spanish that begins in lower case. */
export class UnusableFile extends Error {}

const pieceBytes = 65_536;

/** A file on the disk, which may be larger than the memory. @throws UnusableFile */
export async function fileSource(path: string): Promise<Source> {
  try {
    const { size } = await stat(path);
    return { size, read: () => createReadStream(path) };
  } catch (error) {
    throw new UnusableFile(`no se puede abrir (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** A file in memory. */
export const bytesSource = (bytes: Buffer): Source => ({
  size: bytes.length,
  async *read() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  },
});

/** The first bytes, at most 64 KB. */
export async function startOf({ read }: Source): Promise<Buffer> {
  try {
    for await (const piece of read()) return piece;
  } catch (error) {
    throw new UnusableFile(`no se puede abrir (${(error as NodeJS.ErrnoException).code}).`);
  }
  return Buffer.alloc(0);
}
