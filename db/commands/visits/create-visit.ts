import { and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { mayActAsCustomer, operationsOf } from '../../../machines/access/permissions.ts';
import { isTooFar, slotHasEnded, today } from '../../../machines/calendar/slots.ts';
import { newVisit } from '../../../machines/visit/new-visit.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '../../../machines/words/refusals.ts';
import { anyOf, typed } from '../../connection/typed.ts';
import { isOpenVisit } from '../../record/open-visits.ts';
import { insertVisit } from '../../record/save-visits.ts';
import { type Command, type Context, command, type Frame } from '../../record/transact.ts';
import type { NewNotice } from '../../record/write-events.ts';
import { type Columns, orders, orderTypes, visitRequests, zones } from '../../schema/index.ts';
import type { Keys } from '../../secrets/keys.ts';
import { addLinks } from './add-links.ts';
import { addVisitNote } from './add-visit-note.ts';
import { refuseOtherFacts, refuseRelatedOrders, withNamesNow } from './check-creation.ts';
import { chooseSlot, findTechnicianOf } from './choose.ts';
import { createVisitInput } from './create-visit-input.ts';
import { holdPlaces, recordOverbooked } from './hold-places.ts';
import { type GivenVisit, refuseTechnician } from './refuse-technician.ts';

type Order = Columns<
  typeof orders,
  'number' | 'type' | 'operation' | 'statusId' | 'clientId' | 'tag' | 'symptomId'
> & {
  clientName: string;
  clientAddress: string;
  nodeName: string | null;
  zoneId: number | null;
  symptom: string | null;
  priority: number | null;
  openVisits: number;
};

/** Make a visit of a pending order (S1 §4, S2 §2 'Visit creation form', §5). */
const create = command({
  name: 'createVisit',
  input: createVisitInput,
  permission: 'can_create_visit',
  async run(frame, input) {
    const order = await lockOrder(frame, input);
    if (!order) return refuse('order-unknown');
    if (order.statusId > 2) return refuse('order-not-open');
    const differs =
      refuseOtherFacts(order, await withNamesNow(frame, order, input)) ??
      (await refuseRelatedOrders(frame, order.operation, input.related_orders));
    if (differs) return differs;
    if (order.openVisits > 0 && !input.confirm_pending) return refuse('open-visits');
    if (input.possibleDate < today(frame.now))
      return refuse('day-past', { fields: { possibleDate: refuse('day-past').text } });
    if (isTooFar(input.possibleDate, frame.now)) return refuseField('visit-too-far', 'possibleDate');
    const slot = await chooseSlot(frame, order.operation, input.timestripe, 'timestripe');
    if (isRefusal(slot)) return slot;
    const refusal =
      (await refuseZoneOrTechnician(frame, order.operation, input)) ??
      (await refuseTechnician(frame, [givenOf(order, input)], { field: 'assigned_to' }));
    if (refusal) return refusal;
    const place = { operation: order.operation, day: input.possibleDate, slotId: slot.id };
    const reservation = await holdPlaces(frame, place, {
      count: 1,
      fields: ['timestripe'],
      overbook: input.overbook,
    });
    if (isRefusal(reservation)) return reservation;
    const lateSchedule = slotHasEnded(input.possibleDate, slot.toHour, frame.now);
    const withLink = frame.keys !== null && input.checked.includes('public_link');
    const visitId = await saveVisit(frame, order, input, {
      lateSchedule,
      overbooked: reservation.over > 0,
      notifiesCustomer: withLink,
    });
    const [publicLink] = withLink ? await addLinks(frame, [visitId], input.possibleDate) : [];
    return {
      visit_id: visitId,
      late_schedule: lateSchedule,
      ...(publicLink && frame.keys ? { sealed: sealLink(frame.keys, visitId, publicLink) } : {}),
    };
  },
});

type Created = { visit_id: number; late_schedule: boolean; public_link?: string };

/**
 * The same; the answer contains the link for who may act as the customer. It is sealed when kept under the
 * Idempotency-Key.
 */
export const createVisit: Command<typeof createVisitInput, Created> = Object.assign(
  async (context: Context, raw: unknown): Promise<Created | Refusal> => {
    const answer = await create(context, raw);
    if (isRefusal(answer)) return answer;
    const { sealed, ...created } = answer;
    const link = sealed && context.keys?.unseal(placeOf(created.visit_id), Buffer.from(sealed, 'base64'));
    return link && mayActAsCustomer(context.actor) ? { ...created, public_link: link } : created;
  },
  { schema: create.schema, permission: create.permission, commandName: create.commandName },
);

const placeOf = (visitId: number) => `visit-link.${visitId}`;
const sealLink = (keys: Keys, visitId: number, link: string): string =>
  keys.seal(placeOf(visitId), link).toString('base64');

type Input = z.output<typeof createVisitInput>;

/** The order's lock serialises creations for it: the second sees the first's visit. */
async function lockOrder({ tx, actor }: Frame, input: Input): Promise<Order | undefined> {
  const [locked] = await typed(tx)
    .select({ number: orders.number })
    .from(orders)
    .where(
      and(
        eq(orders.number, input.ot_number),
        // Of a type that was merged since the caller read the order, its target.
        eq(
          orders.type,
          sql`coalesce((select ${orderTypes.mergedInto} from ${orderTypes} where ${orderTypes.value} = ${input.ot_type}), ${input.ot_type}::int)`,
        ),
        anyOf(orders.operation, operationsOf(actor)),
      ),
    )
    .for('update');
  if (!locked) return undefined;
  const [order] = await tx<Order[]>`
    select w.number, w.type, w.operation, w.status_id, w.client_id, c.name as client_name,
      coalesce(nullif(w.address, ''), c.address) as client_address, n.name as node_name, n.zone_id, w.tag, w.symptom_id, y.text as symptom, p.priority,
      (select count(*)::int from order_visits a join visits v on v.id = a.visit_id where a.order_number = w.number
        and ${isOpenVisit(tx)}) as open_visits
    from orders w join clients c on c.id = w.client_id left join nodes n on n.id = w.node_id
    left join priorities p on p.operation = w.operation and p.symptom_id = w.symptom_id
    left join symptoms y on y.id = w.symptom_id
    where w.number = ${input.ot_number}`;
  return order;
}

async function refuseZoneOrTechnician(
  frame: Frame,
  operation: string,
  input: Input,
): Promise<Refusal | null> {
  if (input.zone !== null) {
    const [zone] = await typed(frame.tx)
      .select({ id: zones.id })
      .from(zones)
      .where(and(eq(zones.id, input.zone), eq(zones.operation, operation), isNull(zones.deletedAt)))
      .for('key share');
    if (!zone)
      return refuse('zone-of-other-operation', { fields: { zone: refuse('zone-of-other-operation').text } });
  }
  if (input.assigned_to !== null) {
    const technician = await findTechnicianOf(frame, operation, input.assigned_to);
    const assignedName = input.assigned_name?.trim();
    const field = !technician
      ? 'assigned_to'
      : assignedName && assignedName !== technician.name
        ? 'assigned_name'
        : null;
    if (field)
      return refuse('technician-of-other-operation', {
        fields: { [field]: refuse('technician-of-other-operation').text },
      });
  }
  return null;
}

const givenOf = (order: Order, input: Input): GivenVisit => ({
  id: null,
  technicianId: input.assigned_to,
  operation: order.operation,
  day: input.possibleDate,
  slotId: input.timestripe,
  orderType: order.type,
  symptomId: order.symptomId,
});

async function saveVisit(
  frame: Frame,
  order: Order,
  input: Input,
  { overbooked, ...facts }: { lateSchedule: boolean; overbooked: boolean; notifiesCustomer: boolean },
): Promise<number> {
  const { tx, now, actor } = frame;
  const technicianId = input.assigned_to;
  const visitId = await insertVisit(tx, {
    operation: order.operation,
    day: input.possibleDate,
    slotId: input.timestripe,
    zoneId: input.zone,
    orderNumber: order.number,
    orderType: order.type,
    clientId: order.clientId,
    clientName: order.clientName,
    clientAddress: order.clientAddress,
    nodeName: order.nodeName ?? '',
    tag: order.tag,
    symptomId: order.symptomId,
    priority: order.priority ?? 0,
    overbooked,
    ...newVisit({ technicianId, ...facts }, { at: now, by: actor.fullName }),
    creatorId: actor.userId,
    createdAt: now,
  });
  if (input.email || input.related_orders.length > 0)
    await typed(tx)
      .insert(visitRequests)
      .values({ visitId, email: input.email || null, relatedOrders: input.related_orders });
  const note = input.tech_comments?.trim();
  if (note) await addVisitNote(frame, visitId, note);
  const notices: NewNotice[] = [
    ...(facts.notifiesCustomer ? [{ template: 'visit-created' as const }] : []),
    ...(technicianId !== null && input.notify_tech ? [{ template: 'technician-assigned' as const }] : []),
  ];
  frame.record({
    operation: order.operation,
    name: 'visit.created',
    visitId,
    orderNumber: order.number,
    technicianId,
    data: {
      to: { day: input.possibleDate, slotId: input.timestripe, technicianId },
      ...(input.undoable ? { undoable: true } : {}),
    },
    notices: { list: notices, visitVersion: 1, atOnce: !input.undoable },
  });
  if (overbooked)
    recordOverbooked(
      frame,
      { id: visitId, operation: order.operation, orderNumber: order.number, technicianId },
      { reason: input.overbook_reason, place: { day: input.possibleDate, slotId: input.timestripe } },
    );
  return visitId;
}
