import type { RequestContext } from '../db/request-context.ts';
import { type Refusal, refuse } from '../machines/words/refusals.ts';
import { refuseSession } from './require-session.server.ts';

/** The operation that a screen's reading names (`?operation=`), if it is the user's; or why it is refused. */
export function admitOperation(request: Request, context: RequestContext): string | Refusal {
  if (!context.session) return refuseSession(context);
  const operation = new URL(request.url).searchParams.get('operation') ?? '';
  return context.session.actor.operations.includes(operation) ? operation : refuse('operation-not-assigned');
}
