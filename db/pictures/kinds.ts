/** What a picture is kept as, which decides its limits and its encoding (`decode-process.ts`). */
export type PictureKind = 'photo' | 'profile' | 'logo' | 'signature';

type Limits = {
  formats: readonly ('png' | 'jpeg' | 'webp')[];
  /** Points, width by height. A small file can hold a huge picture. */
  points: number;
  /** A JPEG that is not progressive is read line by line: it may be larger. */
  baselinePoints: number;
};

/** An interlaced PNG or a progressive JPEG is held whole, and gone over several times: no screen of ours makes one. */
export const mostInterlaced = 4_000_000;

export const limitsOf: Record<PictureKind, Limits> = {
  photo: { formats: ['jpeg', 'png', 'webp'], points: 16_000_000, baselinePoints: 60_000_000 },
  profile: { formats: ['jpeg', 'png', 'webp'], points: 16_000_000, baselinePoints: 40_000_000 },
  logo: { formats: ['jpeg', 'png', 'webp'], points: 4_000_000, baselinePoints: 4_000_000 },
  signature: { formats: ['png'], points: 1_000_000, baselinePoints: 0 },
};

/** A picture as it is kept. `preview`: of a photo only. */
export type EncodedPicture = { content: Buffer; width: number; height: number; preview: Buffer | null };

/** Between a web process and its process that decodes. */
export type DecodeRequest = { id: number; kind: PictureKind; bytes: Uint8Array };
export type DecodeAnswer = {
  id: number;
  /** Null: it is not a picture that is accepted. */
  picture: { content: Uint8Array; width: number; height: number; preview: Uint8Array | null } | null;
};
