import { isRefusal, type Refusal } from '../../machines/words/refusals.ts';
import type { Db } from '../connection/open.ts';

/** Contract §3: a PNG data URL of at most 300 kB. The limit of its decoded size is in `kinds.ts`. */
const maxBytes = 300_000;

/**
 * A customer's signature as it is kept: decoded and re-encoded, so that only the visible content remains. The
 * same picture gives the same bytes.
 * @param userId who sends it, and may
 */
export async function encodeSignature(
  { pictures }: Pick<Db, 'pictures'>,
  userId: number,
  dataUrl: string,
): Promise<Buffer | Refusal | 'invalid'> {
  const match = /^data:image\/png;base64,([A-Za-z0-9+/]+=*)$/.exec(dataUrl);
  if (!match) return 'invalid';
  const sent = Buffer.from(match[1]!, 'base64');
  if (sent.length > maxBytes) return 'invalid';
  const signature = await pictures.decode(userId, 'signature', sent);
  if (!signature) return 'invalid';
  return isRefusal(signature) ? signature : signature.content;
}
