import { type PushName, pushRecipient } from '../../../machines/notice/push.ts';
import type { Db } from '../../connection/open.ts';
import { isOpenVisit } from '../../record/open-visits.ts';
import type { Columns, events, pushSubscriptions, slots, visits } from '../../schema/index.ts';

export type PushSubscription = Columns<typeof pushSubscriptions, 'endpoint' | 'p256dh' | 'auth'>;

/** What a push message says of its visit. */
export type PushFacts = Columns<typeof visits, 'id' | 'day' | 'orderNumber' | 'clientAddress'> &
  Columns<typeof slots, 'fromHour' | 'toHour'>;

export type PushToSend = { visit: PushFacts; subscriptions: PushSubscription[] };

/**
 * A push message about an event, to the browsers of its technician; null: it is for no technician, is their own doing,
 * or no browser is subscribed.
 */
export async function findPush(
  { sql }: Pick<Db, 'sql'>,
  event: { operation: string; version: number },
  name: PushName,
): Promise<PushToSend | null> {
  const [row] = await sql<
    (PushFacts &
      Columns<typeof events, 'actorId' | 'data'> & {
        eventTechnicianId: number | null;
        technicianId: number | null;
        open: boolean;
      })[]
  >`
    select v.id, v.day, v.order_number, v.client_address, s.from_hour, s.to_hour, v.technician_id,
      ${isOpenVisit(sql, 'v')} as open, e.actor_id, e.data, e.technician_id as event_technician_id
    from events e join visits v on v.id = e.visit_id join slots s on s.id = v.slot_id
    where e.operation = ${event.operation} and e.version = ${event.version}`;
  if (!row) return null;
  const { actorId, data, eventTechnicianId, technicianId, open, ...visit } = row;
  const to = pushRecipient(
    name,
    { technicianId: eventTechnicianId, data: data as never },
    { technicianId, open },
  );
  if (to === null) return null;
  const subscriptions = await sql<PushSubscription[]>`
    select p.endpoint, p.p256dh, p.auth from technicians t join push_subscriptions p on p.user_id = t.user_id
    where t.id = ${to} and t.user_id is distinct from ${actorId}`;
  return subscriptions.length === 0 ? null : { visit, subscriptions: [...subscriptions] };
}

/** The push service knows it no longer, or not by our key. */
export async function dropSubscription({ sql }: Pick<Db, 'sql'>, endpoint: string): Promise<void> {
  await sql`delete from push_subscriptions where endpoint = ${endpoint}`;
}
