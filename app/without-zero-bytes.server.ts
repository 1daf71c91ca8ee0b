import { Transform } from 'node:stream';

/**
 * A document's bytes without zeros, of which HTML has none. React 18 sends its buffers of 2,048 bytes whole, also where a
 * letter of two bytes found no room at the end: a browser shows the zero left there as U+FFFD.
 */
export const withoutZeroBytes = (): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, chunk.includes(0) ? chunk.filter((byte) => byte !== 0) : chunk);
    },
  });
