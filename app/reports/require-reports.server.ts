import type { AppLoadContext } from '@remix-run/node';
import { refusedBy } from '../../machines/access/permissions.ts';
import { refuse } from '../../machines/words/refusals.ts';
import { requireSession } from '../require-session.server.ts';

/** Who reads reports (S2 §6); anybody else gets 'No poseés permisos para ver reportes.' */
export function requireReports(context: AppLoadContext) {
  const { actor } = requireSession(context);
  const refused = refusedBy(actor, 'can_read_reports');
  if (refused) throw new Response(refuse(refused).text, { status: 403 });
  return actor;
}
