import { type PushName, pushRecipient } from '../../../machines/notice/push.ts';
import type { Db } from '../../connection/open.ts';
import type { Query } from '../../connection/sql.ts';
import { isOpenVisit } from '../../record/open-visits.ts';
import { isRecipient } from '../../record/recipients.ts';
import type { Columns, events, pushSubscriptions, slots, visits } from '../../schema/index.ts';

/** `id` names the browser, for the queue: its address alone would let a process that reads it write to the phone. */
export type PushSubscription = Columns<typeof pushSubscriptions, 'endpoint' | 'p256dh' | 'auth'> & {
  id: string;
};

/** What a push message says of its visit. */
export type PushFacts = Columns<typeof visits, 'id' | 'day' | 'orderNumber' | 'clientAddress'> &
  Columns<typeof slots, 'fromHour' | 'toHour'>;

export type PushToSend = {
  visit: PushFacts;
  subscriptions: PushSubscription[];
  /** How long ago it happened. */
  ageSeconds: number;
};

/**
 * A push message about an event, to the browsers of its technician; null: it is for no technician, is their own doing,
 * they do not work in its operation any more, or no browser is subscribed.
 * @param subscription of one browser alone
 */
export async function findPush(
  { sql }: Pick<Db, 'sql'>,
  event: { operation: string; version: number },
  name: PushName,
  subscription: string | null = null,
): Promise<PushToSend | null> {
  const [row] = await sql<
    (PushFacts &
      Columns<typeof events, 'actorId' | 'data'> & {
        eventTechnicianId: number | null;
        technicianId: number | null;
        open: boolean;
        ageSeconds: number;
      })[]
  >`
    select v.id, v.day, v.order_number, v.client_address, s.from_hour, s.to_hour, v.technician_id,
      ${isOpenVisit(sql, 'v')} as open, e.actor_id, e.data, e.technician_id as event_technician_id,
      extract(epoch from now() - e.at)::int as age_seconds
    from events e join visits v on v.id = e.visit_id join slots s on s.id = v.slot_id
    where e.operation = ${event.operation} and e.version = ${event.version}`;
  if (!row) return null;
  const { actorId, data, eventTechnicianId, technicianId, open, ageSeconds, ...visit } = row;
  const to = pushRecipient(
    name,
    { technicianId: eventTechnicianId, data: data as never },
    { technicianId, open },
  );
  if (to === null) return null;
  const subscriptions = await sql<PushSubscription[]>`
    select p.endpoint, p.p256dh, p.auth, ${browserId(sql)} as id
    from technicians t join users u on u.id = t.user_id join push_subscriptions p on p.user_id = u.id
    where t.id = ${to} and u.id is distinct from ${actorId} and ${isRecipient(sql, 'u', sql`${event.operation}`)}
      and (${subscription}::text is null or ${browserId(sql)} = ${subscription})`;
  return subscriptions.length === 0 ? null : { visit, subscriptions: [...subscriptions], ageSeconds };
}

const browserId = (sql: Query) => sql`encode(sha256(convert_to(p.endpoint, 'UTF8')), 'hex')`;
