import type { Source } from './source.ts';

/** How a file's bytes are read as text. */
export type Encoding = 'utf-8' | 'utf-16le' | 'windows-1252';

/** Where a byte stands that is not of the file's encoding. */
export type BrokenByte = { line: number; column: number };

/** The letters of the bytes 0x80 to 0x9F, where Latin-1 has control characters; Node 20's own decoder leaves those. */
const upper = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const windowsLetters = (bytes: Buffer): string =>
  bytes.toString('latin1').replace(/[\x80-\x9f]/g, (letter) => upper[letter.charCodeAt(0) - 0x80]!);

/**
 * Which encoding a file has: UTF-8 unless its bytes are none, then Windows-1252, as Excel in Spanish writes. A file that has
 * letters of UTF-8 and bytes of another encoding is neither, and would be read wrongly as both.
 */
export async function findEncoding({ read }: Source): Promise<Encoding | BrokenByte> {
  let [isFirst, hasLetters] = [true, false];
  let broken: BrokenByte | null = null;
  const place = { line: 1, column: 1 };
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of read()) {
    if (isFirst && chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le';
    if (isFirst && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf) hasLetters = true;
    isFirst = false;
    const bytes = Buffer.concat([rest, chunk]);
    let at = 0;
    while (at < bytes.length) {
      const length = lengthOf(bytes, at);
      if (length === 'unfinished') break;
      if (length === 'broken') broken ??= { ...place };
      else if (length > 1) hasLetters = true;
      if (bytes[at] === 0x0a) {
        place.line++;
        place.column = 0;
      }
      place.column++;
      at += length === 'broken' ? 1 : length;
    }
    rest = bytes.subarray(at);
  }
  if (rest.length > 0) broken ??= { ...place };
  if (!broken) return 'utf-8';
  return hasLetters ? broken : 'windows-1252';
}

/** Of the letter of UTF-8 that begins here, in bytes. */
function lengthOf(bytes: Buffer, at: number): number | 'broken' | 'unfinished' {
  const first = bytes[at]!;
  if (first < 0x80) return 1;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4) return 'broken';
  const more = bytes.subarray(at + 1, at + length);
  if (more.some((byte) => (byte & 0xc0) !== 0x80)) return 'broken';
  if (more.length < length - 1) return 'unfinished';
  return bytes.subarray(at, at + length).toString('utf8') === '\ufffd' && first !== 0xef ? 'broken' : length;
}

/** A decoder of a file's pieces, in their order. */
export function decoderOf(encoding: Encoding): (bytes: Buffer) => string {
  if (encoding === 'windows-1252') return windowsLetters;
  const decoder = new TextDecoder(encoding);
  return (bytes) => decoder.decode(bytes, { stream: true });
}
