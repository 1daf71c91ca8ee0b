import type { LoaderFunctionArgs } from '@remix-run/node';
import { readDurations } from '../../../db/reads/visits/durations.ts';
import type { Durations } from '../../../machines/visit/load.ts';

/** How long visits take in an operation, for the load of its technicians; null: not the asker's. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const operation = new URL(request.url).searchParams.get('operation') ?? '';
  if (!context.session?.actor.operations.includes(operation)) return answer(null, 403);
  return answer(await readDurations(context.db, operation));
}

const answer = (body: Durations | null, status = 200) => Response.json(body, { status });
