import { eq } from 'drizzle-orm';
import { type Actor, mayActAsCustomer, operationsOf } from '../../../machines/access/permissions.ts';
import type { Position } from '../../../machines/visit/arrival.ts';
import type { Db } from '../../connection/open.ts';
import { typed } from '../../connection/typed.ts';
import {
  type Columns,
  type events,
  type Nullable,
  type notices,
  visitItems,
  type visitLinks,
  visitNotes,
  type visits,
} from '../../schema/index.ts';
import type { Keys } from '../../secrets/keys.ts';
import { hideLinks, showLink } from '../../secrets/links.ts';
import { type FieldVisit, findFieldVisit } from './technician-day.ts';

export type VisitItem = Columns<typeof visitItems, 'kind' | 'code' | 'name' | 'amount'>;

/** Everything of the visit's own screen (S2 §3 'Visit'). */
export type VisitDetail = FieldVisit &
  VisitRest & { signature: string | null; items: VisitItem[]; notesLog: VisitNote[] };

type VisitNote = Columns<typeof visitNotes, 'author' | 'createdAt' | 'text'>;

type VisitRest = Columns<
  typeof visits,
  | 'createdAt'
  | 'assignedAt'
  | 'onTheWayAt'
  | 'arrivedAt'
  | 'atHomeAt'
  | 'closedAt'
  | 'detachedBy'
  | 'detachedComments'
  | 'rescheduleComments'
  | 'lateSchedule'
  | 'confirmedAt'
  | 'customerAnswer'
  | 'repairCode'
  | 'extraComments'
  | 'materialComments'
  | 'laborComments'
  | 'signatureName'
> & {
  creator: string | null;
  /** Of the technician's device at 'Llegué', if it was given. */
  position: Position | null;
  /** Recipient of the customer's notices, if given at creation. */
  email: string | null;
  /** Further orders of the visit. */
  relatedOrders: { number: string; type: number; typeName: string }[];
};

export async function findVisit(
  db: Db,
  actor: Pick<Actor, 'operations'>,
  id: number,
): Promise<VisitDetail | undefined> {
  const visit = await findFieldVisit(db, actor, id);
  if (!visit) return undefined;
  const { sql } = db;
  const [[rest], items, notesLog] = await Promise.all([
    sql<(VisitRest & Columns<typeof visits, 'signature'>)[]>`
      select nullif(concat_ws(' ', u.first_name, u.last_name), '') as creator, v.created_at, v.assigned_at, v.on_the_way_at, v.arrived_at, v.at_home_at, v.closed_at,
        v.detached_by, v.detached_comments, v.reschedule_comments, v.late_schedule, v.confirmed_at, v.customer_answer, v.repair_code,
        v.extra_comments, v.material_comments, v.labor_comments, v.signature, v.signature_name, q.email,
        (select json_build_object('latitude', a.latitude, 'longitude', a.longitude, 'accuracy', a.accuracy)
          from visit_arrivals a where a.visit_id = v.id) as position,
        coalesce((select json_agg(json_build_object('number', w.number, 'type', w.type, 'typeName', t.text) order by w.number)
          from orders w join order_types t on t.value = w.type where w.number = any(q.related_orders)), '[]') as related_orders
      from visits v left join users u on u.id = v.creator_id left join visit_requests q on q.visit_id = v.id
      where v.id = ${id} and v.operation = any(${operationsOf(actor)}::text[])`,
    typed(sql)
      .select({
        kind: visitItems.kind,
        code: visitItems.code,
        name: visitItems.name,
        amount: visitItems.amount,
      })
      .from(visitItems)
      .where(eq(visitItems.visitId, id))
      .orderBy(visitItems.kind, visitItems.code),
    typed(sql)
      .select({ author: visitNotes.author, createdAt: visitNotes.createdAt, text: visitNotes.text })
      .from(visitNotes)
      .where(eq(visitNotes.visitId, id))
      .orderBy(visitNotes.id),
  ]);
  const { signature, ...columns } = rest!;
  return {
    ...visit,
    ...columns,
    signature: signature ? `data:image/png;base64,${Buffer.from(signature).toString('base64')}` : null,
    items,
    notesLog,
  };
}

/** One message about a visit, for its screen and the development mailbox. */
export type NoticeLine = Columns<
  typeof notices,
  | 'id'
  | 'visitId'
  | 'audience'
  | 'template'
  | 'state'
  | 'channel'
  | 'recipient'
  | 'subject'
  | 'text'
  | 'problem'
  | 'createdAt'
  | 'sentAt'
>;

/**
 * The messages of a visit, or the newest ones of the actor's operations, newest first, without the customer's
 * link, which allows answering in the customer's name. While no channel is on it is shown to users who may do that
 * anyway.
 *
 * @param options `mailbox`: of the development mailbox alone, those older than the id `before`, or the newest
 */
export async function listNotices(
  db: Db,
  actor: Pick<Actor, 'operations' | 'permissions'>,
  keys: Pick<Keys, 'linkAddress'>,
  options: { visitId?: number; mailbox?: { before: number | null }; limit?: number } = {},
): Promise<NoticeLine[]> {
  const { sql } = db;
  const rows = await sql<(NoticeLine & Nullable<Columns<typeof visitLinks, 'nonce' | 'tokenHash'>>)[]>`
    select n.id, n.visit_id, n.audience, n.template, n.state, n.channel, n.recipient, n.subject, n.text, n.problem,
      n.created_at, n.sent_at, l.nonce, l.token_hash
    from (
      select * from notices where operation = any(${operationsOf(actor)}::text[])
        ${options.visitId === undefined ? sql`` : sql`and visit_id = ${options.visitId}`}
        ${options.mailbox ? sql`and channel = 'mailbox'` : sql``}
        ${options.mailbox?.before ? sql`and id < ${options.mailbox.before}` : sql``}
      order by id desc limit ${options.limit ?? 100}
    ) n left join lateral (
      select nonce, token_hash from visit_links where visit_id = n.visit_id and n.channel = 'mailbox'
        and n.audience = 'customer' and ${mayActAsCustomer(actor)} and revoked_at is null and expires_at > now()
      order by created_at desc limit 1
    ) l on true order by n.id desc`;
  return rows.map(({ nonce, tokenHash, text, ...notice }) => {
    const address = nonce && tokenHash ? keys.linkAddress(nonce, tokenHash) : null;
    return { ...notice, text: text && showLink(hideLinks(text), address) };
  });
}

/** An event of a visit, with the names of its technicians and slot. */
export type VisitEvent = Columns<
  typeof events,
  'version' | 'name' | 'at' | 'reportedAt' | 'actorName' | 'data'
> & {
  /** The technician after a handover. */
  technicianName: string | null;
  /** The slot after a move. */
  slotName: string | null;
};

/** A visit's event log, oldest first; `after`: only events after that version of its operation. */
export async function listVisitEvents(
  db: Db,
  actor: Pick<Actor, 'operations'>,
  visitId: number,
  after = 0,
): Promise<VisitEvent[]> {
  return [
    ...(await db.sql<VisitEvent[]>`
      select e.version, e.name, e.at, e.reported_at, e.actor_name, e.data - 'address' as data,
        case when e.data -> 'from' ->> 'technicianId' is distinct from e.data -> 'to' ->> 'technicianId'
          then (select name from technicians where id = (e.data -> 'to' ->> 'technicianId')::int) end as technician_name,
        (select name from slots where id = (e.data -> 'slotId' ->> 'to')::int) as slot_name
      from events e where e.visit_id = ${visitId} and e.version > ${after}
        and e.operation = any(${operationsOf(actor)}::text[]) order by e.version`),
  ];
}
