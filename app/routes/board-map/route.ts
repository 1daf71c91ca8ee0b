import type { LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { day, operationCode } from '../../../db/commands/input.ts';
import { type DayMap, readDayMap } from '../../../db/reads/visits/map.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { refuseSession } from '../../require-session.ts';

const query = z.object({ operation: operationCode, day });

/** Where a day's visits and the orders that wait are (contract §10); null: the asker may not know it. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  if (!context.session) return answer(null, refuseSession(context).status);
  const parsed = query.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!parsed.success) return answer(null, refuse('check-the-data').status);
  const { operation } = parsed.data;
  if (!context.session.actor.operations.includes(operation))
    return answer(null, refuse('operation-not-assigned').status);
  return answer(await readDayMap(context.db, operation, parsed.data.day));
}

const answer = (body: DayMap | null, status = 200) => Response.json(body, { status });
