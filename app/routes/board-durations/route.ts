import type { LoaderFunctionArgs } from '@remix-run/node';
import { readDurations } from '../../../db/reads/visits/durations.ts';
import type { Durations } from '../../../machines/visit/load.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { refuseSession } from '../../require-session.ts';

/** How long visits take in an operation, for the load of its technicians; null: the asker may not know it. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  if (!context.session) return answer(null, refuseSession(context).status);
  const operation = new URL(request.url).searchParams.get('operation') ?? '';
  if (!context.session.actor.operations.includes(operation))
    return answer(null, refuse('operation-not-assigned').status);
  return answer(await readDurations(context.db, operation));
}

const answer = (body: Durations | null, status = 200) => Response.json(body, { status });
