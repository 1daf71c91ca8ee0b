import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '../../connection/open.ts';
import type { Tx } from '../../connection/sql.ts';
import { anyOf, typed } from '../../connection/typed.ts';
import { forgottenBefore, isToForget } from '../../reads/settings/orders-to-forget.ts';
import { writeAudit } from '../../record/audit.ts';
import { forgetVisits } from '../../record/save-visits.ts';
import { timerActor } from '../../record/transact.ts';
import {
  type Columns,
  clientDevices,
  type clients as clientTable,
  operations,
  orders as orderTable,
  orderVisits,
  visitArrivals,
  visitLinks,
  visitNotes,
  visitRequests,
} from '../../schema/index.ts';
import { deletePhotos } from '../photos/files.ts';

/** Replaces a customer's name. */
export const forgottenName = 'Datos eliminados';

const ordersAtOnce = 200;
const eventDaysAtOnce = 7;

/** The personal fields in an order's events. */
const personalFields = [
  'clientId',
  'tag',
  'address',
  'location',
  'lat',
  'lon',
  'telephone',
  'detail',
  'notes',
];

/**
 * Deletes customers' personal data, operation by operation, the set months after an order was closed: from
 * the order, its visits (name, address, signature, comments, notes, links, photos), its tickets and files, its
 * messages, the texts of its events, and from the client, once nothing newer refers to them and they are no
 * active customer. Numbers, days, states, durations and reasons stay, so that reports do not change.
 * Concurrent workers are harmless; data that a feed sends again is kept again, and deleted at the next pass.
 *
 * @param now set by tests; default the database's clock
 * @returns the number of orders
 */
export async function forgetPersonalData(
  { transactions: sql }: Pick<Db, 'transactions'>,
  now?: Date,
): Promise<number> {
  // Also operations with deletions not in the audit log yet, whose worker was killed.
  const claimed = await sql<Due[]>`
    select code, name, personal_data_months as months, ${forgottenBefore(sql, sql`personal_data_months`, now)} as before
    from operations where personal_data_months is not null or forgotten_untold > 0 order by code`;
  let all = 0;
  for (const due of claimed) {
    for (;;) {
      const done = (await sql.begin((tx) => forgetOrders(tx, due))) as number;
      all += done;
      if (done < ordersAtOnce) break;
    }
    while (await sql.begin((tx) => forgetEvents(tx, due)));
    await sql.begin((tx) => auditForgotten(tx, due));
  }
  return all;
}

/** `months` null, and with it `before`: everything is kept. */
type Due = Columns<typeof operations, 'code' | 'name'> & { months: number | null; before: Date | null };

async function forgetOrders(tx: Tx, { code, months, before }: Due): Promise<number> {
  if (before === null) return 0;
  const orders = await tx<Columns<typeof orderTable, 'number' | 'clientId'>[]>`
    select w.number, w.client_id from orders w where ${isToForget(tx, code, before)}
      and exists (select 1 from operations where code = ${code} and personal_data_months = ${months})
    order by w.closed_at limit ${tx.unsafe(String(ordersAtOnce))} for no key update of w skip locked`;
  if (orders.length === 0) return 0;
  const numbers = orders.map(({ number }) => number);
  const visits = (
    await typed(tx)
      .select({ id: orderVisits.visitId })
      .from(orderVisits)
      .where(anyOf(orderVisits.orderNumber, numbers))
  ).map(({ id }) => id);
  const words = await tx<{ word: string }[]>`
    select regexp_split_to_table(search_plain(concat_ws(' ', w.address, w.location, c.name, c.address, c.location)), ' ') as word
    from orders w join clients c on c.id = w.client_id where w.number = any(${numbers}::text[])`;
  await typed(tx)
    .update(orderTable)
    .set({
      address: '',
      location: '',
      lat: null,
      lon: null,
      telephone: '',
      detail: '',
      notes: '',
      tag: '',
      forgotten: true,
    })
    .where(anyOf(orderTable.number, numbers));
  await forgetVisits(tx, visits, forgottenName);
  await deletePhotos(tx, visits);
  for (const table of [visitNotes, visitRequests, visitLinks, visitArrivals])
    await typed(tx).delete(table).where(anyOf(table.visitId, visits));
  await tx`
    update notices set recipient = null, subject = null, text = null, data = '{}' where visit_id = any(${visits}::int[])`;
  await forgetTickets(tx, tx`order_number = any(${numbers}::text[])`);
  await forgetClients(tx, [...new Set(orders.map(({ clientId }) => clientId))]);
  await forgetTerms(tx, [...new Set(words.map(({ word }) => word))]);
  await typed(tx)
    .update(operations)
    .set({ forgottenUntold: sql`${operations.forgottenUntold} + ${orders.length}` })
    .where(eq(operations.code, code));
  return orders.length;
}

/** One row of the audit log for all deletions since the last one, of any worker. */
async function auditForgotten(tx: Tx, { code, name }: Due): Promise<void> {
  const [unrecorded] = await typed(tx)
    .select({ orders: operations.forgottenUntold })
    .from(operations)
    .where(and(eq(operations.code, code), gt(operations.forgottenUntold, 0)))
    .for('update');
  if (!unrecorded) return;
  await typed(tx).update(operations).set({ forgottenUntold: 0 }).where(eq(operations.code, code));
  await writeAudit(tx, {
    name: 'data.forgotten',
    actor: { userId: 0, username: timerActor([]).fullName, fullName: '' },
    subject: { id: null, name: `${code} ${name}` },
    data: { orders: unrecorded.orders },
  });
}

/** Clients without newer data. Active customers have to be reachable for the next visit. */
async function forgetClients(tx: Tx, clients: string[]): Promise<void> {
  const deleted = (
    await tx<Columns<typeof clientTable, 'id'>[]>`
      update clients c set name = ${forgottenName}, address = '', location = '', lat = null, lon = null, telephone = null, email = null,
        wa_number = null, telegram_chat_id = null, document = null
      where c.id = any(${clients}::text[]) and c.status not ilike 'activ%'
        and not exists (select 1 from orders w where w.client_id = c.id and not w.forgotten)
      returning c.id`
  ).map(({ id }) => id);
  await typed(tx).delete(clientDevices).where(anyOf(clientDevices.clientId, deleted));
  await forgetTickets(tx, tx`client_id = any(${deleted}::text[])`);
}

/** Deletes the words that no client, pending order or node has any more, so that the search keeps no surname. */
async function forgetTerms(tx: Tx, words: string[]): Promise<void> {
  await tx`
    delete from search_terms t where t.term = any(${words}::text[]) and not exists (
      select from operations o where
        exists (select from clients c where
          search_words(c.operation, c.name || ' ' || c.address || ' ' || c.location) @@ (o.code || t.term)::tsquery)
        or exists (select from orders w where w.status_id <= 2
          and search_words(w.operation, w.address || ' ' || w.location) @@ (o.code || t.term)::tsquery)
        or exists (select from nodes n where n.operation = o.code
          and search_words(n.operation, n.name) @@ (o.code || t.term)::tsquery))`;
}

async function forgetTickets(tx: Tx, selected: ReturnType<Tx>): Promise<void> {
  const tickets = tx`select id from tickets where ${selected}`;
  await tx`delete from ticket_files where note_id in (select id from ticket_notes where ticket_id in (${tickets}))`;
  await tx`delete from ticket_notes where ticket_id in (${tickets})`;
  await tx`update tickets set title = ${forgottenName}, body = '' where ${selected}`;
}

/** By the events' time, some days at a time. @returns whether there may be more */
async function forgetEvents(tx: Tx, { code, months, before }: Due): Promise<boolean> {
  if (before === null) return false;
  // Serialises workers without locking the operation's row, for which every command waits.
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
  await typed(tx).update(operations).set({ eventsForgottenUntil: ends }).where(eq(operations.code, code));
  return ends < before;
}
