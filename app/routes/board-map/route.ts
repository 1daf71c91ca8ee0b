import type { LoaderFunctionArgs } from '@remix-run/node';
import { day } from '../../../db/commands/input.ts';
import { type DayMap, readDayMap } from '../../../db/reads/visits/map.ts';
import { isRefusal, refuse } from '../../../machines/words/refusals.ts';
import { admitOperation } from '../../admit-operation.server.ts';

/** Where a day's visits and the orders that wait are (contract §10); null: the asker may not know it. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const operation = admitOperation(request, context);
  if (isRefusal(operation)) return answer(null, operation.status);
  const date = day.safeParse(new URL(request.url).searchParams.get('day'));
  if (!date.success) return answer(null, refuse('check-the-data').status);
  return answer(await readDayMap(context.db, operation, date.data));
}

const answer = (body: DayMap | null, status = 200) => Response.json(body, { status });
