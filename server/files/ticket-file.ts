import type { FastifyReply } from 'fastify';
import type { Db } from '../../db/connection/open.ts';
import { findTicketFile } from '../../db/reads/orders/tickets.ts';
import type { Session } from '../../db/reads/people/session.ts';
import { refusedBy } from '../../machines/access/permissions.ts';
import { readRowId } from '../../machines/wire/row-id.ts';
import { attachmentDisposition, downloadType } from '../../machines/wire/ticket-file.ts';
import { isRefusal, type Refusal, refuse } from '../../machines/words/refusals.ts';
import { sendRefusal } from './send-refusal.ts';

/**
 * A file attached to a ticket, for users who may read its client. It is untrusted: always a download, never a
 * page, and a browser that opens it anyway runs nothing in it.
 */
export async function sendTicketFile(reply: FastifyReply, db: Db, session: Session | Refusal, id: string) {
  if (isRefusal(session)) return sendRefusal(reply, session);
  const refused = refusedBy(session.actor, 'can_query_client');
  if (refused) return sendRefusal(reply, refuse(refused));
  const row = readRowId(id);
  const file = row === null ? undefined : await findTicketFile(db, session.actor, row);
  if (!file) return sendRefusal(reply, refuse('file-unknown'));
  const content = Buffer.from(file.content);
  return reply
    .header('content-type', downloadType(file.contentType, content))
    .header('content-disposition', attachmentDisposition(file.name))
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('x-content-type-options', 'nosniff')
    .header('cross-origin-resource-policy', 'same-origin')
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'private, no-store')
    .send(content);
}
