import type { Copy, Value } from '../copy.ts';
import { drawSignature } from './pictures.ts';
import { iso, type Visit, type World } from './world.ts';

/** Visits with their notes and items. */
export async function writeVisits(copy: Copy, { random, visits }: World): Promise<void> {
  const signatures = Array.from({ length: 5 }, () => drawSignature(random));
  await copy('visits', visitColumns, visits, (visit) =>
    visitValues(visit, visit.signed ? random.pick(signatures) : null),
  );
  await copy(
    'visit_notes',
    ['visit_id', 'author', 'created_at', 'text'],
    visits.flatMap(({ id, notes }) => notes.map(({ author, at, text }) => [id, author, iso(at), text])),
    (row) => row,
  );
  await copy(
    'visit_items',
    ['visit_id', 'kind', 'code', 'name', 'amount'],
    visits.flatMap(({ id, items }) =>
      items.map(({ kind, code, name, amount }) => [id, kind, code, name, amount]),
    ),
    (row) => row,
  );
}

const visitColumns = [
  'id',
  'operation',
  'day',
  'slot_id',
  'zone_id',
  'order_number',
  'order_type',
  'client_id',
  'client_name',
  'client_address',
  'node_name',
  'tag',
  'symptom_id',
  'priority',
  'technician_id',
  'assigned_at',
  'status_id',
  'reason_id',
  'postponed_at',
  'on_the_way',
  'on_the_way_at',
  'arrived',
  'arrived_at',
  'running_late',
  'delayed',
  'delayed_while_on_the_way',
  'detached',
  'detached_by',
  'detached_comments',
  'finished',
  'cancelled',
  'rescheduled',
  'closed_at',
  'customer_notice',
  'late_schedule',
  'rescheduled_previous',
  'rescheduled_next',
  'reschedule_comments',
  'derivation_type',
  'repair_code',
  'extra_comments',
  'material_comments',
  'labor_comments',
  'signature',
  'signature_name',
  'creator_id',
  'created_at',
  'version',
];

/** In the order of `visitColumns`. */
function visitValues(visit: Visit, signature: ReturnType<typeof drawSignature> | null): Value[] {
  const { order, operation } = visit;
  const { client } = order;
  return [
    visit.id,
    operation.plan.code,
    visit.day,
    visit.slot.id,
    visit.zone?.id,
    order.number,
    order.type,
    client.id,
    client.name,
    client.address,
    client.node.name,
    `${client.node.name}/${client.id.slice(-4)}`,
    order.symptomId,
    operation.priorities.get(order.symptomId) ?? 0,
    visit.technician?.id,
    iso(visit.assignedAt),
    visit.statusId,
    visit.reasonId,
    iso(visit.postponedAt),
    visit.onTheWay,
    iso(visit.onTheWayAt),
    visit.arrived,
    iso(visit.arrivedAt),
    visit.runningLate,
    visit.delayed,
    visit.delayedWhileOnTheWay,
    visit.detached,
    visit.detachedBy,
    visit.detachedComments,
    visit.finished,
    visit.cancelled,
    visit.rescheduled,
    iso(visit.closedAt),
    visit.customerNotice,
    visit.lateSchedule,
    visit.previous?.id,
    visit.next?.id,
    visit.rescheduleComments,
    visit.derivationType,
    visit.repairCode,
    visit.extraComments,
    visit.materialComments,
    visit.laborComments,
    signature,
    visit.signed ? client.name : null,
    visit.creator.id,
    iso(visit.createdAt),
    visit.version,
  ];
}
