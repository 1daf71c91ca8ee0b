import type { LoaderFunctionArgs } from '@remix-run/node';
import { listVisitEvents, type VisitEvent } from '../../../db/reads/visits/visit.ts';
import { readRowId } from '../../../machines/wire/row-id.ts';
import { refuseSession } from '../../require-session.server.ts';

/** What happened to a visit after a version of its operation, for a user who acted on an older one (ux.md U9); null: not visible to the user. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  if (!context.session) return Response.json(null, { status: refuseSession(context).status });
  const id = readRowId(params.id);
  const after = Number(new URL(request.url).searchParams.get('after') ?? '0');
  if (id === null || !Number.isSafeInteger(after) || after < 0) return Response.json(null, { status: 404 });
  const events = await listVisitEvents(context.db, context.session.actor, id, after);
  return Response.json(events satisfies VisitEvent[]);
}
