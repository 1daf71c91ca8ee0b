import { businessZone } from '../../../machines/calendar/zone.ts';
import type { TelephonePlan } from '../../../machines/telephone/read-number.ts';
import type { Db } from '../../connection/open.ts';
import { isClosedVisit } from '../../record/open-visits.ts';
import { isRecipient, isSupervisor } from '../../record/recipients.ts';
import type { Columns, Nullable, notices, slots, visitLinks, visits } from '../../schema/index.ts';
import type { Keys } from '../../secrets/keys.ts';
import { type OwnPlan, ownPlanOf, planOf } from '../settings/telephone-plan.ts';

/** Everything that sending one message needs, as it is now. */
export type NoticeToSend = Columns<
  typeof notices,
  'id' | 'key' | 'operation' | 'visitId' | 'audience' | 'template' | 'state'
> & {
  /** Due: pending and its wait is over, or 'sending' for longer than an attempt can take. */
  due: boolean;
  /** A later message about the same to the same recipient exists. */
  superseded: boolean;
  visit: Columns<typeof visits, 'day' | 'orderNumber' | 'runningLate'> &
    Columns<typeof slots, 'fromHour' | 'toHour'> & {
      slotName: string;
      /** Also after the slot's end: the technician travels on. */
      onTheWay: boolean;
      closed: boolean;
      operationName: string;
      customerName: string;
      /** The actor in a supervisor's message. */
      actorName: string | null;
      /** Whether the customer may reply on the link's page (machines/customer/conversation.ts). */
      mayReply: boolean;
      past: boolean;
      technicianUserId: number | null;
      technicianName: string | null;
    };
  /** Null: no recipient, e.g. the visit has no technician any more, or they have no more part in its operation. */
  recipient: {
    userId: number | null;
    name: string;
    telephone: string | null;
    telegram: string | null;
    whatsapp: string | null;
    email: string | null;
    /** How the numbers are read. */
    plan: TelephonePlan;
  } | null;
  /** The customer's page of the visit, if a link is open. */
  link: string | null;
};

type Row = Omit<NoticeToSend, 'visit' | 'recipient' | 'link'> &
  NoticeToSend['visit'] &
  Nullable<Columns<typeof visitLinks, 'nonce' | 'tokenHash'>> & {
    userId: number | null;
    name: string | null;
    telephone: string | null;
    telegram: string | null;
    whatsapp: string | null;
    email: string | null;
    ownPlan: OwnPlan;
  };

/** One message, the visit and the recipient's channels (contract §6), read afresh. */
export async function findNoticeToSend(
  db: Db,
  id: number,
  keys: Pick<Keys, 'linkAddress'>,
): Promise<NoticeToSend | undefined> {
  const operation = db.sql`v.operation`;
  const [row] = await db.sql<Row[]>`
    select n.id, n.key, n.operation, n.visit_id, n.audience, n.template, n.state, n.not_before <= now() as due,
      exists (select 1 from notices m where m.visit_id = n.visit_id and m.id > n.id and m.template = n.template
        and m.audience = n.audience and m.user_id is not distinct from n.user_id) as superseded,
      v.day, s.name as slot_name, s.from_hour, s.to_hour,
      v.on_the_way or (v.delayed and v.delayed_while_on_the_way) as on_the_way,
      ${isClosedVisit(db.sql)} as closed, v.running_late, v.order_number, o.name as operation_name,
      v.client_name as customer_name, t.user_id as technician_user_id,
      coalesce(n.data ->> 'technicianName', t.name) as technician_name, n.data ->> 'actorName' as actor_name,
      coalesce(x.replies, false) as may_reply, v.day < (now() at time zone ${businessZone()})::date as past,
      u.id as user_id,
      case when n.audience = 'customer' then c.name else concat_ws(' ', u.first_name, u.last_name) end as name,
      case when n.audience = 'customer' then coalesce(nullif(c.telephone, ''), nullif(w.telephone, '')) end as telephone,
      nullif(case when n.audience = 'customer' then c.telegram_chat_id
        when u.active_on_telegram then u.telegram_chat_id end, '') as telegram,
      nullif(case when n.audience = 'customer' then c.wa_number else u.wa_number end, '') as whatsapp,
      nullif(case when n.audience = 'customer' then coalesce(q.email, c.email) else u.email end, '') as email,
      ${ownPlanOf(db.sql, 'v.operation')} as own_plan, l.nonce, l.token_hash
    from notices n
    join visits v on v.id = n.visit_id join slots s on s.id = v.slot_id join operations o on o.code = v.operation
    join orders w on w.number = v.order_number join clients c on c.id = v.client_id
    left join technicians t on t.id = v.technician_id
    left join users u on (
        (n.audience = 'technician' and ${isRecipient(db.sql, 'u', operation)})
        or (n.audience = 'supervisor' and ${isSupervisor(db.sql, 'u', operation)}))
      and u.id = case when n.audience = 'technician' then coalesce(n.user_id, t.user_id) else n.user_id end
    left join conversations x on x.operation = v.operation left join visit_requests q on q.visit_id = v.id
    left join lateral (
      select nonce, token_hash from visit_links where visit_id = n.visit_id and n.audience = 'customer'
        and revoked_at is null and expires_at > now() order by created_at desc limit 1
    ) l on true
    where n.id = ${id}`;
  return row && shape(db, row, keys);
}

function shape(db: Db, row: Row, keys: Pick<Keys, 'linkAddress'>): NoticeToSend {
  const { userId, name, telephone, telegram, whatsapp, email, ownPlan, nonce, tokenHash, ...rest } = row;
  const { id, key, operation, visitId, audience, template, state, due, superseded, ...visit } = rest;
  const hasRecipient = audience === 'customer' || userId !== null;
  return {
    ...{ id, key, operation, visitId, audience, template, state, due, superseded },
    visit,
    recipient: hasRecipient
      ? { userId, name: name ?? '', telephone, telegram, whatsapp, email, plan: planOf(db, ownPlan) }
      : null,
    link: nonce && tokenHash ? keys.linkAddress(nonce, tokenHash) : null,
  };
}
