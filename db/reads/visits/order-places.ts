import { type Actor, operationsOf } from '../../../machines/access/permissions.ts';
import { addDays, type Day, slotHasEnded, today } from '../../../machines/calendar/slots.ts';
import { emailOf, whatsappOf } from '../../../machines/customer/contact.ts';
import { customerHours } from '../../../machines/order/customer-hours.ts';
import { isAbsent } from '../../../machines/visit/absences.ts';
import { type OfferedPlace, rankPlaces } from '../../../machines/visit/offer.ts';
import { skillsNeeded } from '../../../machines/visit/skills.ts';
import type { RefusalCode } from '../../../machines/words/refusals.ts';
import type { Db } from '../../connection/open.ts';
import { typeNow } from '../../record/names-now.ts';
import { isOpenVisit } from '../../record/open-visits.ts';
import type { Columns, orders } from '../../schema/index.ts';
import { readCrew } from '../people/crew.ts';
import { listSlots } from '../settings/operation.ts';
import { planOf } from '../settings/telephone-plan.ts';
import { readPlaces } from './places.ts';
import { type ReachRead, reachColumns } from './with-reach.ts';

/** The free places of the next days for an order, with what is planned around them. */
export type OrderPlaces = {
  order: Order;
  /** Why no visit of it can be made; null: one can. */
  whyNot: Extract<RefusalCode, 'order-not-open' | 'open-visits' | 'no-slots'> | null;
  /** In the order of the calendar, those without places included. */
  places: OfferedPlace[];
};

type Order = Columns<
  typeof orders,
  'number' | 'type' | 'operation' | 'statusId' | 'clientId' | 'symptomId'
> & {
  typeName: string;
  zoneId: number | null;
  zoneName: string | null;
  /** Open visits of the order. */
  openVisits: number;
  /** Whether the client has a channel beside the telephone. */
  reachable: boolean;
  /** When the customer is at home, in the words of the order; null: it does not say. */
  hours: string | null;
};

/**
 * What can be offered to the client of an order; undefined: not found or not the actor's.
 * @param options.days how many, today included
 */
export async function findOrderPlaces(
  db: Db,
  actor: Pick<Actor, 'operations'>,
  key: { number: string; type?: number | null },
  { now, days }: { now: Date; days: number },
): Promise<OrderPlaces | undefined> {
  const order = await findOrder(db, actor, key);
  if (!order) return undefined;
  const { operation, zoneId, type, symptomId } = order;
  const from = today(now);
  const to = addDays(from, days - 1);
  const [slots, placesOf, planned, crew] = await Promise.all([
    listSlots(db, [operation]),
    readPlaces(db, operation, from, to),
    countPlanned(db, { operation, zoneId, type }, from, to),
    readCrew(db, operation, now),
  ]);
  const enabled = slots.filter((slot) => slot.enabled);
  const needed = crew.mode === 'off' ? [] : skillsNeeded({ orderType: type, symptomId }, crew.needs);
  const able = crew.technicians.filter(({ skills }) => needed.every((id) => skills.includes(id)));
  const places = Array.from({ length: days }, (_, index) => addDays(from, index)).flatMap((day) =>
    enabled
      .filter(({ toHour }) => !slotHasEnded(day, toHour, now))
      .map((slot) => ({
        day,
        id: slot.id,
        name: slot.name,
        fromHour: slot.fromHour,
        toHour: slot.toHour,
        left: placesOf(slot, day).left,
        ...(planned.get(`${day}.${slot.id}`) ?? nothingPlanned),
        technicians: able.filter(({ id }) => !isAbsent(crew.absences, id, day, slot.id)).length,
      })),
  );
  const whyNot =
    order.statusId > 2
      ? 'order-not-open'
      : order.openVisits > 0
        ? 'open-visits'
        : enabled.length === 0
          ? 'no-slots'
          : null;
  return { order, whyNot, places: rankPlaces(places, now) };
}

async function findOrder(
  db: Db,
  actor: Pick<Actor, 'operations'>,
  key: { number: string; type?: number | null },
): Promise<Order | undefined> {
  const { sql } = db;
  type Row = Omit<Order, 'reachable' | 'hours'> & ReachRead & { onTelegram: boolean; detail: string };
  const [row] = await sql<Row[]>`
    select w.number, w.type, w.operation, w.status_id, w.client_id, w.symptom_id, w.detail, t.text as type_name, z.id as zone_id,
      z.name as zone_name, coalesce(c.telegram_chat_id, '') <> '' as on_telegram, ${reachColumns(sql)},
      (select count(*)::int from order_visits a join visits v on v.id = a.visit_id where a.order_number = w.number
        and ${isOpenVisit(sql)}) as open_visits
    from orders w join order_types t on t.value = w.type join clients c on c.id = w.client_id
    left join nodes n on n.id = w.node_id left join zones z on z.id = n.zone_id and z.deleted_at is null
    where w.number = ${key.number} ${key.type == null ? sql`` : sql`and w.type = ${typeNow(sql, key.type)}`}
      and w.operation = any(${operationsOf(actor)}::text[])`;
  if (!row) return undefined;
  const { onTelegram, ownPlan, contact, detail, ...order } = row;
  const plan = planOf(db, ownPlan);
  const reachable =
    onTelegram ||
    whatsappOf(contact?.waNumber ?? null, plan) !== null ||
    emailOf(contact?.email ?? null) !== null;
  return { ...order, reachable, hours: customerHours(detail) };
}

type Planned = Pick<OfferedPlace, 'planned' | 'inZone' | 'ofType'>;
const nothingPlanned: Planned = { planned: 0, inZone: 0, ofType: 0 };

/** The visits that hold a place, by '<day>.<slot id>'. */
async function countPlanned(
  { sql }: Db,
  { operation, zoneId, type }: Pick<Order, 'operation' | 'zoneId' | 'type'>,
  from: Day,
  to: Day,
): Promise<Map<string, Planned>> {
  const rows = await sql<(Planned & { day: Day; slotId: number })[]>`
    select v.day, v.slot_id, count(*)::int as planned, count(*) filter (where v.zone_id = ${zoneId}::int)::int as in_zone,
      count(*) filter (where v.order_type = ${type})::int as of_type
    from visits v
    where v.operation = ${operation} and v.day between ${from} and ${to} and not (v.cancelled or v.rescheduled)
    group by v.day, v.slot_id`;
  return new Map(
    rows.map(({ day, slotId, planned, inZone, ofType }) => [`${day}.${slotId}`, { planned, inZone, ofType }]),
  );
}
