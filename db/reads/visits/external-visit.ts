import { isoWithOffset } from '../../../machines/calendar/slots.ts';
import {
  asksToConfirm,
  type Conversation,
  type ConversationVisit,
  lastCall,
  offeredDays,
  refuseCustomer,
} from '../../../machines/customer/conversation.ts';
import {
  type CustomerConversation,
  type CustomerOrder,
  type CustomerView,
  customerState,
} from '../../../machines/customer/customer-view.ts';
import { telephoneParts } from '../../../machines/telephone/read-field.ts';
import type { VisitFacts } from '../../../machines/visit/facts.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import type { Db } from '../../connection/open.ts';
import type { Query } from '../../connection/sql.ts';
import { visitFactColumns } from '../../record/visit-row.ts';
import type { Columns, visits } from '../../schema/index.ts';
import { hashTokenText } from '../../secrets/links.ts';
import { listSlots } from '../settings/operation.ts';
import { type OwnPlan, ownPlanOf, planOf } from '../settings/telephone-plan.ts';
import { readPlaces } from './places.ts';

/** A link's current visit: the customer's view, and what the server's stream needs. */
export type ExternalVisit = {
  view: CustomerView;
  operation: string;
  /** The visit of the link and its successors, in order. */
  chain: number[];
};

/** The visit of an external link; undefined: unknown, expired or revoked, which are indistinguishable. */
export async function findExternalVisit(db: Db, token: string): Promise<ExternalVisit | undefined> {
  if (!/^[A-Za-z0-9_-]{20,100}$/.test(token)) return undefined;
  const hash = hashTokenText(token);
  return (await listExternalVisits(db, [hash])).get(hash);
}

type Row = VisitFacts &
  Conversation &
  Columns<typeof visits, 'operation' | 'slotId' | 'customerChanges' | 'customerAnswer'> &
  Omit<
    CustomerView,
    | 'state'
    | 'order'
    | 'technician'
    | 'moved'
    | 'seen'
    | 'conversation'
    | 'telephone'
    | 'moreTelephones'
    | 'address'
  > & {
    telephone: string;
    ownPlan: OwnPlan;
    address: string;
    hash: string;
    chain: number[];
    firstName: string | null;
    confirmed: boolean;
    chosenAt: Date | null;
    atHomeAt: Date | null;
    now: Date;
    orderNumber: string;
    orderKind: number;
    orderKindName: string;
    symptom: string | null;
    orderedAt: Date;
    services: CustomerOrder['services'];
  };

/** More reschedulings than any visit has; also bounds a corrupt, cyclic chain. */
export const longestChain = 100;

/** The visits of links by their hashes (in hex), each the newest of its chain; invalid links are absent. */
export async function listExternalVisits(db: Db, hashes: string[]): Promise<Map<string, ExternalVisit>> {
  const rows = await db.sql<Row[]>`
    with recursive chain as (
      select encode(l.token_hash, 'hex') as hash, v.id, v.rescheduled_next, array[v.id] as chain
      from visit_links l join visits v on v.id = l.visit_id
      where l.token_hash in (select decode(h, 'hex') from unnest(${hashes}::text[]) h)
        and l.expires_at > now() and l.revoked_at is null
      union all
      select c.hash, n.id, n.rescheduled_next, c.chain || n.id from chain c join visits n on n.id = c.rescheduled_next
      where cardinality(c.chain) < ${longestChain}::int and n.id <> all(c.chain)
    ), newest as (
      select distinct on (hash) hash, id, chain from chain order by hash, cardinality(chain) desc
    )
    select c.hash, c.chain, v.operation, v.day, s.name as slot_name, s.from_hour, s.to_hour, t.text as order_type_name,
      o.name as operation_name, o.on_the_way_allowed as departs, u.first_name,
      coalesce(nullif(x.company, ''), o.name) as company, coalesce(x.telephone, '') as telephone, ${ownPlanOf(db.sql, 'v.operation')} as own_plan, coalesce(x.logo, '') as logo,
      concat_ws(', ', nullif(v.client_address, ''), nullif(coalesce(nullif(w.location, ''), q.location), '')) as address,
      ${visitFactColumns(db.sql)}, v.at_home_at,
      v.slot_id, v.confirmed_at is not null as confirmed, choice.at as chosen_at, v.customer_changes, v.customer_answer, now() as now,
      w.number as order_number, w.type as order_kind, k.text as order_kind_name, y.text as symptom, w.created_at as ordered_at,
      coalesce((select json_agg(json_build_object('quantity', i.quantity, 'name', i.name) order by i.id)
        from order_services i where i.order_number = w.number), '[]') as services,
      ${conversationColumns(db.sql)}
    from newest c join visits v on v.id = c.id join slots s on s.id = v.slot_id
    join order_types t on t.value = v.order_type join operations o on o.code = v.operation
    join orders w on w.number = v.order_number join clients q on q.id = v.client_id join order_types k on k.value = w.type
    left join symptoms y on y.id = w.symptom_id left join technicians e on e.id = v.technician_id left join users u on u.id = e.user_id
    left join conversations x on x.operation = v.operation
    left join lateral (
      select e.at from events e
      where v.customer_changes > 0 and e.visit_id = v.rescheduled_previous and e.name = 'visit.rescheduled' and e.data->>'by' = 'customer'
        and e.data->'to'->>'day' = v.day::text and (e.data->'to'->>'slotId')::int = v.slot_id
      limit 1
    ) choice on true`;
  return new Map(rows.map((row) => [row.hash, shape(db, row)]));
}

/** An allow-list: no other field is sent. */
function shape(db: Db, row: Row): ExternalVisit {
  const { day, slotName, fromHour, toHour, orderTypeName, operationName, departs, chain, operation } = row;
  const { company, address } = row;
  const [called, ...others] = telephoneParts(row.telephone, planOf(db, row.ownPlan)).flatMap(
    ({ text, tel }) => (tel === null ? [] : [{ shown: text.trim(), tel }]),
  );
  const technician = row.onTheWay ? row.firstName : null;
  const more = {
    state: customerState(row),
    order: {
      number: row.orderNumber,
      type: row.orderKind,
      typeName: row.orderKindName,
      symptom: row.symptom,
      createdAt: row.orderedAt.toISOString(),
      services: row.services.map(({ quantity, name }) => ({ quantity, name })),
    },
    technician,
    telephone: called ?? null,
    ...(others.length > 0 ? { moreTelephones: others } : {}),
    departs,
    moved: chain.length > 1,
    seen: seenOf(row),
    conversation: conversationOf(row),
  };
  return {
    // Once the visit is over its address says no more than where one customer lives.
    view: {
      day,
      slotName,
      fromHour,
      toHour,
      orderTypeName,
      operationName,
      company,
      logo: row.logo && `/logos/${row.logo}`,
      address: isOver(more.state) ? '' : address,
      ...more,
    },
    operation,
    chain,
  };
}

const isOver = (state: CustomerView['state']): boolean =>
  state === 'finished' || state === 'cancelled' || state === 'rescheduled';

/** A day that a customer may choose, with its slots. */
export type OfferedDay = {
  day: string;
  /** `left`: its places; null: any number. */
  slots: { id: number; name: string; from: number; to: number; left: number | null }[];
};

/**
 * The days and slots that this visit's customer may choose (machines/customer/conversation.ts); none where
 * changes are off.
 */
export async function listOfferedDays(db: Db, { chain, operation }: ExternalVisit): Promise<OfferedDay[]> {
  const [row] = await db.sql<(Conversation & Columns<typeof visits, 'day' | 'slotId'> & { now: Date })[]>`
    select v.day, v.slot_id, now() as now, ${conversationColumns(db.sql)}
    from visits v left join conversations x on x.operation = v.operation where v.id = ${chain.at(-1)!}`;
  if (!row?.replies) return [];
  const slots = (await listSlots(db, [operation])).filter(({ enabled }) => enabled);
  const days = offeredDays(slots, row, row, row.now);
  if (days.length === 0) return [];
  const placesOf = await readPlaces(db, operation, days[0]!.day, days.at(-1)!.day);
  return days
    .map(({ day, slots }) => ({
      day,
      slots: slots
        .map((slot) => ({ ...slot, left: placesOf(slot, day).left }))
        .filter(({ left }) => left !== 0)
        .map(({ id, name, fromHour, toHour, left }) => ({ id, name, from: fromHour, to: toHour, left })),
    }))
    .filter(({ slots }) => slots.length > 0);
}

/** Identifies the day and slot that a customer was shown. */
export const seenOf = (visit: { day: string; slotId: number; fromHour: number; toHour: number }): string =>
  `${visit.day}.${visit.slotId}.${visit.fromHour}.${visit.toHour}`;

/** Columns of a left-joined `conversations x`: everything off without a row. */
export const conversationColumns = (sql: Query) => sql`
  coalesce(x.reminder, false) as reminder, coalesce(x.replies, false) as replies, coalesce(x.question, false) as question,
  coalesce(x.notice_hours, 0) as notice_hours, coalesce(x.changes, 0) as changes,
  coalesce(x.late, false) as late`;

function conversationOf(row: Row): CustomerConversation {
  const visit: ConversationVisit = {
    ...{ state: customerState(row), day: row.day, fromHour: row.fromHour, toHour: row.toHour },
    ...{ changesMade: row.customerChanges, answer: row.customerAnswer },
  };
  const whyNot = (step: 'change' | 'cancel') => {
    const code = refuseCustomer(step, visit, row, row.now);
    return code && refuse(code).text;
  };
  const isAsked = row.question && visit.state === 'finished';
  const replies = row.replies && visit.state === 'scheduled';
  return {
    replies,
    confirmed: row.confirmed,
    chosen: replies && !row.confirmed && !asksToConfirm(row, row.now),
    atHome: refuseCustomer('atHome', visit, row, row.now) ? 'off' : row.atHomeAt ? 'said' : 'offered',
    change: replies ? whyNot('change') : null,
    cancel: replies ? whyNot('cancel') : null,
    until: replies ? isoWithOffset(lastCall(visit, row)) : null,
    changesLeft: replies ? Math.max(0, row.changes - row.customerChanges) : 0,
    late: row.late ? row.runningLate : null,
    question: isAsked ? (row.customerAnswer ?? 'open') : 'off',
  };
}

/** Which of these links (by their hash in hex) are still valid. */
export async function listOpenLinks(db: Db, hashes: string[]): Promise<Set<string>> {
  const rows = await db.sql<{ hash: string }[]>`
    select encode(token_hash, 'hex') as hash from visit_links
    where token_hash in (select decode(h, 'hex') from unnest(${hashes}::text[]) h)
      and expires_at > now() and revoked_at is null`;
  return new Set(rows.map(({ hash }) => hash));
}
