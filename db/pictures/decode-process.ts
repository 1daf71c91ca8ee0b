import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { photoSide } from '../../machines/visit/photos.ts';
import {
  type DecodeAnswer,
  type DecodeRequest,
  type EncodedPicture,
  limitsOf,
  mostInterlaced,
  type PictureKind,
} from './kinds.ts';

// The process that decodes pictures, one at a time (`decoder.ts` starts it). It shares no thread with the web process:
// there decoding, sign-in, compression and files have four threads together. What is sent from outside is parsed only here.

sharp.concurrency(1);
sharp.cache(false);

const profileSide = 256;
const previewSide = 320;
/** Twice what the customer's page shows, for dense screens. */
const logoBox = { width: 480, height: 160 };

type Encoded = Omit<EncodedPicture, 'preview'>;
const encoded = async (image: Sharp): Promise<Encoded> => {
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { content: data, width: info.width, height: info.height };
};

/** Each is encoded anew, so that only what is visible remains: no place, no owner, no device. */
const encode: Record<PictureKind, (image: Sharp) => Promise<Encoded>> = {
  photo: (image) =>
    encoded(
      image
        .rotate()
        .resize(photoSide, photoSide, { fit: 'inside', withoutEnlargement: true })
        // Without it what is transparent would be black.
        .flatten({ background: '#ffffff' })
        .jpeg({ quality: 80 }),
    ),
  profile: (image) =>
    encoded(
      image
        .rotate()
        .resize(profileSide, profileSide, { fit: 'cover', position: 'attention' })
        .webp({ quality: 82 }),
    ),
  logo: (image) =>
    encoded(
      image
        .rotate()
        .resize({ ...logoBox, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 88 }),
    ),
  signature: (image) => encoded(image.png({ compressionLevel: 9 })),
};

/** Decided by the header alone. */
function isAccepted(kind: PictureKind, { format, width, height, isProgressive }: Metadata): boolean {
  const { formats, points, baselinePoints } = limitsOf[kind];
  if (!formats.some((accepted) => accepted === format)) return false;
  const most = isProgressive
    ? Math.min(points, mostInterlaced)
    : format === 'jpeg'
      ? Math.max(points, baselinePoints)
      : points;
  return width * height <= most;
}

async function decode(kind: PictureKind, bytes: Buffer): Promise<EncodedPicture | null> {
  try {
    // By its first bytes: a header is read by a decoder of these formats only.
    const type = await fileTypeFromBuffer(bytes);
    if (!limitsOf[kind].formats.some((format) => type?.mime === `image/${format}`)) return null;
    if (!isAccepted(kind, await sharp(bytes).metadata())) return null;
    const picture = await encode[kind](sharp(bytes, { failOn: 'error' }));
    const preview =
      kind === 'photo'
        ? await sharp(picture.content)
            .resize(previewSide, previewSide, { fit: 'cover' })
            .webp({ quality: 70 })
            .toBuffer()
        : null;
    return { ...picture, preview };
  } catch {
    return null;
  }
}

process.on('message', ({ id, kind, bytes }: DecodeRequest) => {
  void decode(kind, Buffer.from(bytes)).then((picture) =>
    process.send!({ id, picture } satisfies DecodeAnswer),
  );
});
process.on('disconnect', () => process.exit());
// Ctrl-C in a terminal reaches it too: its web process ends it, after the requests under way.
process.on('SIGINT', () => {});
process.send!('ready');
