import { photoSide } from '../../machines/visit/photos.ts';
import { isHeic, readHeic } from './read-heic.ts';

/** What a photo may weigh on its way, in bytes: a minute of a bad signal. */
const mostBytes = 400_000;
const qualities = [0.8, 0.7, 0.6, 0.5, 0.4];

/** What this browser draws itself, else HEIC by a decoder that is fetched for it. */
const readPhoto = (file: Blob): Promise<ImageBitmap> =>
  createImageBitmap(file, { imageOrientation: 'from-image' }).catch(async (error: unknown) => {
    if (!(await isHeic(file))) throw error;
    return readHeic(file);
  });

/**
 * A photo as it is sent: upright, at most 1600 points wide or high and 400 kB, JPEG. Drawn anew, it holds neither its
 * place nor its owner.
 * @throws DecoderUnreachable for a HEIC photo without a signal, the first time; otherwise where it cannot be read
 */
export async function shrinkPhoto(file: Blob): Promise<Blob> {
  const image = await readPhoto(file);
  try {
    let side = photoSide;
    for (;;) {
      const scale = Math.min(1, side / Math.max(image.width, image.height));
      const canvas = document.createElement('canvas');
      canvas.width = Math.max(1, Math.round(image.width * scale));
      canvas.height = Math.max(1, Math.round(image.height * scale));
      const context = canvas.getContext('2d')!;
      // What is transparent would be black.
      context.fillStyle = '#fff';
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.drawImage(image, 0, 0, canvas.width, canvas.height);
      for (const quality of qualities) {
        const photo = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality));
        if (photo && photo.size <= mostBytes) return photo;
      }
      side *= 0.75;
    }
  } finally {
    image.close();
  }
}
