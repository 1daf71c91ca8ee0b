import type { LoaderFunctionArgs } from '@remix-run/node';
import { findFieldVisit } from '../../../db/reads/visits/technician-day.ts';
import { readRowId } from '../../../machines/wire/row-id.ts';
import { refuseSession } from '../../require-session.server.ts';

/** One visit in full, for a list that receives the change of a visit it does not hold; null: not visible to the user. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  if (!context.session) return Response.json(null, { status: refuseSession(context).status });
  const id = readRowId(params.id);
  if (id === null) return Response.json(null, { status: 404 });
  const visit = await findFieldVisit(context.db, context.session.actor, id);
  return Response.json(visit ?? null, { status: visit ? 200 : 404 });
}
