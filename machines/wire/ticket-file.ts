/**
 * The type of an untrusted attachment. Its bytes decide, not its name nor its declared type: an HTML page
 * named foto.png is not a picture.
 */
export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

/** How many of a file's first bytes identify its type. */
export const headLength = 16;

/** The picture type of these first bytes, or null. SVG is never one: it carries scripts. */
export function imageTypeOf(head: Uint8Array): ImageType | null {
  const begins = (bytes: number[], at = 0) => bytes.every((byte, index) => head[at + index] === byte);
  if (begins([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  if (begins([0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (begins(letters('GIF87a')) || begins(letters('GIF89a'))) return 'image/gif';
  if (begins(letters('RIFF')) && begins(letters('WEBP'), 8)) return 'image/webp';
  return null;
}

const letters = (text: string) => [...text].map((letter) => letter.charCodeAt(0));

/** The content type of a download: the picture's, a declared type that no browser executes, or bytes. */
export function downloadType(declared: string, head: Uint8Array): string {
  const image = imageTypeOf(head);
  if (image) return image;
  const type = declared.split(';')[0]!.trim().toLowerCase();
  if (type === 'text/plain' || type === 'text/csv') return `${type}; charset=utf-8`;
  return harmless.has(type) ? type : 'application/octet-stream';
}

const harmless = new Set([
  'application/pdf',
  'application/zip',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'audio/mpeg',
  'audio/ogg',
  'video/mp4',
]);

const maxNameLength = 120;

/**
 * A file name without directories, control characters, bidirectional marks, or characters that file systems refuse.
 */
export function safeFileName(name: string): string {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .split(/[/\\]/)
    .at(-1)!
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  if (plain === '') return 'archivo';
  const letters = [...plain];
  if (letters.length <= maxNameLength) return plain;
  const ending = /\.[\p{L}\p{N}]{1,8}$/u.exec(plain)?.[0] ?? '';
  return letters.slice(0, maxNameLength - ending.length).join('') + ending;
}

/** RFC 6266: always a download, its name in UTF-8, with an ASCII fallback. */
export function attachmentDisposition(name: string): string {
  const safe = safeFileName(name);
  const ascii = safe
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w .()-]/g, '_');
  const encoded = encodeURIComponent(safe).replace(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
