import type { HeicAnswer } from './heic-worker.ts';

/** What the decoder may take on a slow phone. */
const mostMs = 60_000;

/** The decoder could not be fetched: it comes with the first HEIC photo, which needs a signal. */
export class DecoderUnreachable extends Error {
  override name = 'DecoderUnreachable';
}

const brands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];

/** Whether a file is HEIC, as phones keep photos; most browsers cannot draw it. By its first bytes: its name may be any. */
export async function isHeic(file: Blob): Promise<boolean> {
  const head = await file.slice(4, 12).text();
  return head.startsWith('ftyp') && brands.includes(head.slice(4));
}

/**
 * A HEIC photo, upright.
 * @throws DecoderUnreachable without a signal, the first time; otherwise where the file is broken
 */
export async function readHeic(file: Blob): Promise<ImageBitmap> {
  const worker = new Worker(new URL('./heic-worker.ts', import.meta.url), { type: 'module' });
  try {
    const image = await new Promise<ImageData | null>((done, fail) => {
      setTimeout(() => fail(new Error('the decoder takes too long')), mostMs);
      worker.onmessage = ({ data }: MessageEvent<HeicAnswer>) => done(data.image);
      worker.onerror = () => fail(new DecoderUnreachable());
      worker.postMessage(file);
    });
    if (!image) throw new Error('the file is broken');
    return await createImageBitmap(image);
  } finally {
    worker.terminate();
  }
}
