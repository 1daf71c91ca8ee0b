import type { Db } from '../../connection/open.ts';
import type { Tx } from '../../connection/sql.ts';
import { forgottenBefore, isToForget } from '../../reads/settings/orders-to-forget.ts';
import { writeAudit } from '../../record/audit.ts';
import { forgetVisits } from '../../record/save-visits.ts';
import { clockActor } from '../../record/transact.ts';

/** What stands where a customer's name stood. */
export const forgottenName = 'Datos eliminados';

const ordersAtOnce = 200;
const eventDaysAtOnce = 7;

/** Of what an event remembers of an order: everything that reaches or describes a person. */
const personalFields = ['clientId', 'tag', 'address', 'location', 'telephone', 'detail', 'notes'];

/**
 * Delete customers' personal data, operation by operation, the set months after an order was closed: from the order,
 * its visits (name, address, signature, comments, notes, links), its tickets and files, its messages, the texts of its
 * events, and from the client, once nothing of theirs is younger and they are no customer any more. Numbers, days,
 * states, durations and reasons stay, so that reports count as before. Any number of workers may ask at once; what a
 * feed sends anew is kept anew, and forgotten again when asked next.
 *
 * @param now given by tests; otherwise the database's clock
 * @returns how many orders were forgotten
 */
export async function forgetPersonalData(
  { transactions: sql }: Pick<Db, 'transactions'>,
  now?: Date,
): Promise<number> {
  // Whose worker was killed is told of, too: in an operation that keeps everything again there is nothing else to do.
  const asked = await sql<Due[]>`
    select code, name, personal_data_months as months, ${forgottenBefore(sql, sql`personal_data_months`, now)} as before
    from operations where personal_data_months is not null or forgotten_untold > 0 order by code`;
  let all = 0;
  for (const due of asked) {
    for (;;) {
      const done = (await sql.begin((tx) => forgetOrders(tx, due))) as number;
      all += done;
      if (done < ordersAtOnce) break;
    }
    while (await sql.begin((tx) => forgetEvents(tx, due)));
    await sql.begin((tx) => tellForgotten(tx, due));
  }
  return all;
}

/** `months` null, and with it `before`: everything is kept. */
type Due = { code: string; name: string; months: number | null; before: Date | null };

async function forgetOrders(tx: Tx, { code, months, before }: Due): Promise<number> {
  if (before === null) return 0;
  // A first pass takes minutes: whoever sets another time meanwhile is heard before the next part.
  const orders = await tx<{ number: string; clientId: string }[]>`
    select w.number, w.client_id from orders w where ${isToForget(tx, code, before)}
      and exists (select 1 from operations where code = ${code} and personal_data_months = ${months})
    order by w.closed_at limit ${tx.unsafe(String(ordersAtOnce))} for no key update of w skip locked`;
  if (orders.length === 0) return 0;
  const numbers = orders.map(({ number }) => number);
  const visits = (
    await tx<
      { id: number }[]
    >`select visit_id as id from order_visits where order_number = any(${numbers}::text[])`
  ).map(({ id }) => id);
  await tx`
    update orders set address = '', location = '', telephone = '', detail = '', notes = '', tag = '', forgotten = true
    where number = any(${numbers}::text[])`;
  await forgetVisits(tx, visits, forgottenName);
  await tx`delete from visit_notes where visit_id = any(${visits}::int[])`;
  await tx`delete from visit_requests where visit_id = any(${visits}::int[])`;
  await tx`delete from visit_links where visit_id = any(${visits}::int[])`;
  await tx`
    update notices set recipient = null, subject = null, text = null, data = '{}' where visit_id = any(${visits}::int[])`;
  await forgetTickets(tx, tx`order_number = any(${numbers}::text[])`);
  await forgetClients(tx, [...new Set(orders.map(({ clientId }) => clientId))]);
  // At the end, for every command of the operation waits for its row.
  await tx`update operations set forgotten_untold = forgotten_untold + ${orders.length} where code = ${code}`;
  return orders.length;
}

/** One row of the audit log for all that was deleted since the last one, whoever deleted it. */
async function tellForgotten(tx: Tx, { code, name }: Due): Promise<void> {
  const [untold] = await tx<{ orders: number }[]>`
    select forgotten_untold as orders from operations where code = ${code} and forgotten_untold > 0 for update`;
  if (!untold) return;
  await tx`update operations set forgotten_untold = 0 where code = ${code}`;
  await writeAudit(tx, {
    name: 'data.forgotten',
    actor: { userId: 0, username: clockActor([]).fullName, fullName: '' },
    subject: { id: null, name: `${code} ${name}` },
    data: { orders: untold.orders },
  });
}

/** Those of whom nothing younger is left. Whoever is a customer still needs to be reached at the next visit. */
async function forgetClients(tx: Tx, clients: string[]): Promise<void> {
  const gone = (
    await tx<{ id: string }[]>`
      update clients c set name = ${forgottenName}, address = '', location = '', telephone = null, email = null,
        wa_number = null, telegram_chat_id = null
      where c.id = any(${clients}::text[]) and c.status not ilike 'activ%'
        and not exists (select 1 from orders w where w.client_id = c.id and not w.forgotten)
      returning c.id`
  ).map(({ id }) => id);
  await tx`delete from client_devices where client_id = any(${gone}::text[])`;
  await forgetTickets(tx, tx`client_id = any(${gone}::text[])`);
}

async function forgetTickets(tx: Tx, which: ReturnType<Tx>): Promise<void> {
  const tickets = tx`select id from tickets where ${which}`;
  await tx`delete from ticket_files where note_id in (select id from ticket_notes where ticket_id in (${tickets}))`;
  await tx`delete from ticket_notes where ticket_id in (${tickets})`;
  await tx`update tickets set title = ${forgottenName}, body = '' where ${which}`;
}

/** By when they happened, some days at a time. @returns whether there may be more */
async function forgetEvents(tx: Tx, { code, months, before }: Due): Promise<boolean> {
  if (before === null) return false;
  // Two workers one after the other, without keeping the operation's row, for which every command waits.
  await tx`select pg_advisory_xact_lock(hashtext('forget events'), ${code}::int)`;
  const [span] = await tx<{ begins: Date | null; ends: Date }[]>`
    select b.begins, least(b.begins + make_interval(days => ${eventDaysAtOnce}), ${before}) as ends
    from operations o, lateral (select coalesce(o.events_forgotten_until,
      (select min(at) from events where operation = o.code)) as begins) b
    where o.code = ${code} and o.personal_data_months = ${months}`;
  if (!span?.begins || span.begins >= before) return false;
  const { begins, ends } = span;
  await tx`
    update events set data = (data - '{note,address}'::text[])
      || case when data ? 'from' then jsonb_build_object('from', (data -> 'from') - ${personalFields}::text[]) else '{}' end
      || case when data ? 'to' then jsonb_build_object('to', (data -> 'to') - ${personalFields}::text[]) else '{}' end
    where operation = ${code} and at >= ${begins} and at < ${ends}
      and (visit_id is not null or order_number is not null)
      and (data ?| '{note,address}'::text[] or data -> 'from' ?| ${personalFields}::text[] or data -> 'to' ?| ${personalFields}::text[])`;
  await tx`update operations set events_forgotten_until = ${ends} where code = ${code}`;
  return ends < before;
}
