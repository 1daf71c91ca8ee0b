import type { RequestContext } from '../../db/request-context.ts';
import { refusedBy } from '../../machines/access/permissions.ts';
import { refuse } from '../../machines/words/refusals.ts';
import { requireSession } from '../require-session.server.ts';

/** Refuses users who may not manage webhooks, inside the frame. */
export function requireManager(context: RequestContext) {
  const { actor } = requireSession(context);
  const refused = refusedBy(actor, 'can_manage_webhooks');
  if (refused) throw new Response(refuse(refused).text, { status: 403 });
  return actor;
}
