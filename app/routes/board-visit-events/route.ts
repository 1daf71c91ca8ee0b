import type { LoaderFunctionArgs } from '@remix-run/node';
import { listVisitEvents, type VisitEvent } from '../../../db/reads/visits/visit.ts';
import { refuseSession } from '../../require-session.ts';

/** What happened to a visit after a version of its operation, for a user who acted on an older one (ux.md U9); null: not visible to the user. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  if (!context.session) return Response.json(null, { status: refuseSession(context).status });
  const id = Number(params.id);
  const after = Number(new URL(request.url).searchParams.get('after') ?? '0');
  if (!Number.isInteger(id) || id < 1 || id > 2_147_483_647 || !Number.isSafeInteger(after) || after < 0)
    return Response.json(null, { status: 404 });
  const events = await listVisitEvents(context.db, context.session.actor, id, after);
  return Response.json(events satisfies VisitEvent[]);
}
