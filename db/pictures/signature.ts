/**
 * Contract §3: a PNG data URL of at most 300 kB; and a limit of its decoded size, since a small file can hold
 * a huge picture.
 */
const maxBytes = 300_000;
const maxPixels = 4_000_000;
const pngHeader = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * A customer's signature as it is kept: decoded and re-encoded, so that only the visible content remains. The
 * same picture gives the same bytes.
 */
export async function encodeSignature(dataUrl: string): Promise<Buffer | 'invalid'> {
  const match = /^data:image\/png;base64,([A-Za-z0-9+/]+=*)$/.exec(dataUrl);
  if (!match) return 'invalid';
  const sent = Buffer.from(match[1]!, 'base64');
  if (sent.length > maxBytes || !sent.subarray(0, 8).equals(pngHeader)) return 'invalid';
  const { default: sharp } = await import('sharp');
  try {
    return await sharp(sent, { limitInputPixels: maxPixels, failOn: 'error' })
      .png({ compressionLevel: 9 })
      .toBuffer();
  } catch {
    return 'invalid';
  }
}
