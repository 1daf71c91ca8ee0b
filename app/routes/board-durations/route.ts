import type { LoaderFunctionArgs } from '@remix-run/node';
import { readDurations } from '../../../db/reads/visits/durations.ts';
import type { Durations } from '../../../machines/visit/load.ts';
import { isRefusal } from '../../../machines/words/refusals.ts';
import { admitOperation } from '../../admit-operation.server.ts';

/** How long visits take in an operation, for the load of its technicians; null: the asker may not know it. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const operation = admitOperation(request, context);
  if (isRefusal(operation)) return answer(null, operation.status);
  return answer(await readDurations(context.db, operation));
}

const answer = (body: Durations | null, status = 200) => Response.json(body, { status });
