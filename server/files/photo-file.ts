import type { FastifyReply } from 'fastify';
import type { Db } from '../../db/connection/open.ts';
import type { Session } from '../../db/reads/people/session.ts';
import { findPhoto } from '../../db/reads/visits/photos.ts';
import type { Storage } from '../../db/storage/storage.ts';
import { readRowId } from '../../machines/wire/row-id.ts';
import { isRefusal, type Refusal, refuse } from '../../machines/words/refusals.ts';
import { sendRefusal } from './send-refusal.ts';

/**
 * A photo of a visit, or its preview, for users of the visit's operation. It is encoded by us, and all the same a
 * browser that opens it runs nothing in it.
 */
export async function sendPhoto(
  reply: FastifyReply,
  { db, storage }: { db: Db; storage: Storage },
  session: Session | Refusal,
  { id, preview, ifNoneMatch }: { id: string; preview: boolean; ifNoneMatch: string | undefined },
) {
  if (isRefusal(session)) return sendRefusal(reply, session);
  const row = readRowId(id);
  const photo = row === null ? undefined : await findPhoto(db, session.actor, row);
  const tag = `"foto-${id}${preview ? '-previa' : ''}"`;
  if (photo && ifNoneMatch === tag) return reply.code(304).header('etag', tag).send();
  const content = preview ? photo?.preview : photo && (await storage.get(photo.file));
  if (!content) return sendRefusal(reply, refuse('file-unknown'));
  return (
    reply
      .header('content-type', preview ? 'image/webp' : 'image/jpeg')
      .header('content-disposition', `inline; filename="foto-${id}.${preview ? 'webp' : 'jpg'}"`)
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('x-content-type-options', 'nosniff')
      .header('cross-origin-resource-policy', 'same-origin')
      .header('referrer-policy', 'no-referrer')
      // It never changes, but on a shared device the next user may not see it: each request asks for the session.
      .header('cache-control', 'private, no-cache')
      .header('etag', tag)
      .send(Buffer.from(content))
  );
}
