import type { LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { id, operationCode, wholeNumber } from '../../../db/commands/input.ts';
import { findVersion } from '../../../db/feed/operation-version.ts';
import { listPendingOrders } from '../../../db/reads/orders/pending-orders.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import type { OrdersAnswer } from '../../data/orders-view.ts';
import { refuseSession } from '../../require-session.server.ts';

const flag = z.literal('1').optional().transform(Boolean);
const query = z.object({
  operation: operationCode,
  mode: z.enum(['pending', 'priority']).default('pending'),
  zone: id.optional(),
  type: wholeNumber().optional(),
  contractors: flag,
  unscheduled: flag,
  offset: wholeNumber().default(0),
});

/** The order list's data: `OrdersAnswer`. The version is read first, so that no change between the two is missed. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  if (!context.session) {
    const { text, status } = refuseSession(context);
    return answer({ ok: false, diagnostic: text }, status);
  }
  const parsed = query.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!parsed.success) return answer({ ok: false, diagnostic: refuse('check-the-data').text }, 422);
  const { operation, mode, zone, type, contractors, unscheduled, offset } = parsed.data;
  if (!context.session.actor.operations.includes(operation))
    return answer({ ok: false, diagnostic: refuse('operation-not-assigned').text }, 403);
  const version = (await findVersion(context.db, operation)) ?? 0;
  const { orders, total } = await listPendingOrders(context.db, {
    operation,
    mode,
    zoneId: zone ?? null,
    orderType: type ?? null,
    showContractors: contractors,
    unscheduledOnly: unscheduled,
    offset,
  });
  return answer({ ok: true, version, orders, total });
}

const answer = (body: OrdersAnswer, status = 200) => Response.json(body, { status });
