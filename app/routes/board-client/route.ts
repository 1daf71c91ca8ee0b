import type { LoaderFunctionArgs } from '@remix-run/node';
import { type Client, findClient, type HistoryRow, listVisitHistory } from '../../../db/reads/client.ts';
import { listClientPendingOrders } from '../../../db/reads/order.ts';
import { mayDo } from '../../../machines/permissions.ts';
import { refuse } from '../../../machines/refusals.ts';

export type ClientAnswer =
  | {
      ok: true;
      client: Client;
      pending: { number: string; type: number; typeName: string }[];
      history: HistoryRow[];
    }
  | { ok: false; unknown: boolean; diagnostic: string };

/** What the client dialog shows (S1 §2 'Dialogs'), looked up by number within the asker's operations. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  if (!context.session)
    return answer({ ok: false, unknown: false, diagnostic: refuse('no-session').text }, 401);
  const { actor } = context.session;
  const no = (code: Parameters<typeof refuse>[0]) => {
    const refusal = refuse(code);
    return answer(
      { ok: false, unknown: code === 'client-unknown', diagnostic: refusal.text },
      refusal.status,
    );
  };
  if (!mayDo(actor, 'can_query_client')) return no('may-not-query-client');
  const id = new URL(request.url).searchParams.get('id') ?? '';
  if (!/^\d{11}$/.test(id)) return no('check-the-data');
  if (!actor.operations.includes(id.slice(0, 3))) return no('client-operation-not-assigned');
  const client = await findClient(context.db, actor, id);
  if (!client) return no('client-unknown');
  const [pending, history] = await Promise.all([
    listClientPendingOrders(context.db, actor, id),
    listVisitHistory(context.db, actor, id),
  ]);
  return answer({ ok: true, client, pending, history });
}

const answer = (body: ClientAnswer, status = 200) => Response.json(body, { status });
