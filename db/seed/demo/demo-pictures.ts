import { newDecoder } from '../../pictures/decoder.ts';
import type { EncodedPicture, PictureKind } from '../../pictures/kinds.ts';
import { type Logo, logoOf } from '../../pictures/logo.ts';
import type { Storage } from '../../storage/storage.ts';
import { drawLogo, drawModem } from './pictures.ts';

/** A company's logo and a technician's photo, as uploads of them are kept. */
export type DemoPictures = {
  logo: Logo;
  photo: EncodedPicture;
  /** Keeps the photo's file. */
  keep(file: string, content: Uint8Array): Promise<void>;
};

/** Encodes the demo's pictures as those of users are. */
export async function makePictures(storage: Storage): Promise<DemoPictures> {
  const decoder = newDecoder();
  const encode = async (kind: PictureKind, png: Uint8Array): Promise<EncodedPicture> => {
    const picture = await decoder.decode(0, kind, Buffer.from(png));
    if (!picture || 'status' in picture) throw new Error('a picture of the demo is refused');
    return picture;
  };
  try {
    const [logo, photo] = await Promise.all([encode('logo', drawLogo()), encode('photo', drawModem())]);
    return {
      logo: logoOf(logo.content),
      photo,
      keep: (file, content) => storage.put(file, content, 'image/jpeg'),
    };
  } finally {
    decoder.close();
  }
}
