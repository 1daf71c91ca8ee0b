import type { AppLoadContext } from '@remix-run/node';
import { refusedBy } from '../../machines/access/permissions.ts';
import { refuse } from '../../machines/words/refusals.ts';
import { requireSession } from '../require-session.server.ts';

/** Refuses users who may not import files, inside the frame. */
export function requireImporter(context: AppLoadContext) {
  const { actor } = requireSession(context);
  const refused = refusedBy(actor, 'can_import_records');
  if (refused) throw new Response(refuse(refused).text, { status: 403 });
  return actor;
}
