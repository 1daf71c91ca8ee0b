import type { LoaderFunctionArgs } from '@remix-run/node';
import { findVersion } from '../../../db/feed/operation-version.ts';
import { findOrder, type OrderDetail } from '../../../db/reads/orders/order.ts';
import { mayDo } from '../../../machines/access/permissions.ts';
import { isOpen } from '../../../machines/visit/facts.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { refuseSession } from '../../require-session.server.ts';

export type OrderAnswer =
  | {
      ok: true;
      /** The operation's version when it was read: news that come later are about it. */
      version: number;
      order: OrderDetail;
      mayCreate: boolean;
      mayOpenClient: boolean;
      whyNot: 'closed' | 'pending' | 'no-slots' | null;
    }
  | { ok: false; diagnostic: string };

/** What the order dialog shows (S1 §2 'Dialogs'), looked up by number within the asker's operations. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  if (!context.session) {
    const { text, status } = refuseSession(context);
    return answer({ ok: false, diagnostic: text }, status);
  }
  const { actor } = context.session;
  if (!mayDo(actor, 'can_query_order'))
    return answer({ ok: false, diagnostic: refuse('may-not-query-order').text }, 403);
  const number = new URL(request.url).searchParams.get('number') ?? '';
  if (!/^\d{11}$/.test(number)) return answer({ ok: false, diagnostic: refuse('check-the-data').text }, 422);
  if (!actor.operations.includes(number.slice(0, 3)))
    return answer({ ok: false, diagnostic: refuse('order-operation-not-assigned').text }, 403);
  const version = (await findVersion(context.db, number.slice(0, 3))) ?? 0;
  const order = await findOrder(context.db, actor, { number });
  if (!order) return answer({ ok: false, diagnostic: refuse('order-unknown').text }, 404);
  const whyNot =
    order.statusId > 2
      ? 'closed'
      : order.visits.some(isOpen)
        ? 'pending'
        : order.possibleSlots.length === 0
          ? 'no-slots'
          : null;
  return answer({
    ok: true,
    version,
    order,
    mayCreate: mayDo(actor, 'can_create_visit'),
    mayOpenClient: mayDo(actor, 'can_query_client'),
    whyNot,
  });
}

const answer = (body: OrderAnswer, status = 200) => Response.json(body, { status });
