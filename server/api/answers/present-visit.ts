import type { OrderDetail } from '../../../db/reads/orders/order.ts';
import type { OrderCard } from '../../../db/reads/orders/pending-orders.ts';
import type { FieldVisit } from '../../../db/reads/visits/technician-day.ts';
import type { VisitDetail } from '../../../db/reads/visits/visit.ts';
import {
  formatDay,
  formatInstant,
  isoWithOffset,
  slotLabel,
  today,
} from '../../../machines/calendar/slots.ts';
import { type CustomerView, customerLabels } from '../../../machines/customer/customer-view.ts';
import { isOpen } from '../../../machines/visit/facts.ts';
import { statusLabel, toneOf } from '../../../machines/visit/labels.ts';
import { derivations, priorityClass, statusHex } from '../../../machines/words/labels.ts';

/** The record's things by the spec's field names (S1 §3, S2 §3). Only the API speaks them. */
export function presentVisit(visit: FieldVisit) {
  const label = statusLabel(visit, visit.reasonText);
  return {
    id: visit.id,
    version: visit.version,
    date_dispatch: formatDay(visit.day),
    timestripe: visit.slotId,
    timestripe_friendly: slotLabel({ ...visit, name: visit.slotName }),
    status: label,
    status_id: visit.statusId,
    status_friendly: label,
    hex_color: statusHex[toneOf(visit)],
    ot_type: visit.orderType,
    ot_number: visit.orderNumber,
    ot_type_friendly: visit.orderTypeName,
    subsidiary: visit.operation,
    subsidiary_friendly: visit.operationName,
    node_name: visit.nodeName,
    tag: visit.tag,
    zone_name: visit.zoneName,
    client_id: visit.clientId,
    client_name: visit.clientName,
    client_address: visit.address,
    telephone: visit.telephone,
    symptom_name: visit.symptom,
    tech_comments: visit.notes,
    assigned_id: visit.technicianId,
    assigned_to: visit.technicianName,
    tech_id: visit.technicianId,
    assigned: visit.technicianId !== null,
    detached: visit.detached,
    cancelled: visit.cancelled,
    finished: visit.finished,
    rescheduled: visit.rescheduled,
    rescheduled_previous: visit.rescheduledPrevious,
    rescheduled_next: visit.rescheduledNext,
    on_the_way: visit.onTheWay,
    arrived: visit.arrived,
    running_late: visit.runningLate,
    overbooked: visit.overbooked,
    delayed: visit.delayed,
    delayed_while_on_the_way: visit.delayedWhileOnTheWay,
    derivation_type: visit.derivationType,
    derivation_type_friendly: visit.derivationType === null ? null : derivations[visit.derivationType],
  };
}

/** A row of the slot detail (S2 §7 api_visit_timestripe_detail). */
export function presentSlotVisit(visit: FieldVisit) {
  return {
    visit_id: visit.id,
    version: visit.version,
    opened: isOpen(visit),
    ot_number: visit.orderNumber,
    ot_type: visit.orderType,
    client_id: visit.clientId,
    client_address: visit.address,
    node_name: visit.nodeName,
    zone_name: visit.zoneName,
    symptom_name: visit.symptom,
    assigned_id: visit.technicianId,
    assigned_name: visit.technicianName,
    status_friendly: statusLabel(visit, visit.reasonText),
    status_color: statusHex[toneOf(visit)],
    on_the_way: visit.onTheWay,
    rescheduled: visit.rescheduled,
    rescheduled_previous: visit.rescheduledPrevious,
    rescheduled_next: visit.rescheduledNext,
    derivation_type_friendly: visit.derivationType === null ? null : derivations[visit.derivationType],
  };
}

/** What stands behind a customer's link, and nothing else of the visit (S2 §2 'External visit view'). */
export function presentCustomerView(view: CustomerView) {
  return {
    date_dispatch: formatDay(view.day),
    timestripe_friendly: slotLabel({ ...view, name: view.slotName }),
    status: customerLabels[view.state],
    ot_type_friendly: view.orderTypeName,
    subsidiary_friendly: view.operationName,
    order: {
      ot_number: view.order.number,
      ot_type: view.order.type,
      ot_type_friendly: view.order.typeName,
      symptom_text: view.order.symptom,
      date_created: formatInstant(new Date(view.order.createdAt)),
      subsidiary_friendly: view.operationName,
      services: view.order.services.map(({ quantity, name }) => ({
        service_qty: quantity,
        service_name: name,
      })),
    },
    on_the_way: view.state === 'onTheWay' || view.state === 'arrived',
    delayed: view.state === 'delayed',
    finished: view.state === 'finished',
    cancelled: view.state === 'cancelled',
    rescheduled: view.moved,
    tech_name: view.technician,
    seen: view.seen,
    replies: {
      offered: view.conversation.replies,
      confirmed: view.conversation.confirmed,
      at_home: view.conversation.atHome,
      change_refused: view.conversation.change,
      cancel_refused: view.conversation.cancel,
      until: view.conversation.until,
      changes_left: view.conversation.changesLeft,
    },
    running_late: view.conversation.late,
    question: view.conversation.question,
  };
}

/** `slots`: the enabled ones of the visit's operation. */
export function presentVisitDetail(visit: VisitDetail, slots: PossibleSlot[]) {
  const items = (kind: 'material' | 'labor') =>
    visit.items
      .filter((item) => item.kind === kind)
      .map(({ code, name, amount }) => ({ external_code: code, code, name, amount }));
  return {
    ...presentVisit(visit),
    possible_timestripes: slots.map(presentPossibleSlot),
    email: visit.email,
    related_orders: visit.relatedOrders.map(({ number, type, typeName }) => ({
      ot_number: number,
      ot_type: type,
      ot_type_friendly: typeName,
    })),
    creator: visit.creator,
    date_created: isoWithOffset(visit.createdAt),
    date_on_the_way: visit.onTheWayAt && isoWithOffset(visit.onTheWayAt),
    date_at_home: visit.atHomeAt && isoWithOffset(visit.atHomeAt),
    date_arrived: visit.arrivedAt && isoWithOffset(visit.arrivedAt),
    arrived_at: visit.position,
    detached_by: visit.detachedBy,
    last_detached_comments: visit.detachedComments,
    reschedule_comments: visit.rescheduleComments,
    late_schedule: visit.lateSchedule,
    repair_code: visit.repairCode,
    extra_comments: visit.extraComments,
    material_comments: visit.materialComments,
    labor_comments: visit.laborComments,
    materials: items('material'),
    labors: items('labor'),
    signature: visit.signature,
    signature_name: visit.signatureName,
    date_confirmed: visit.confirmedAt && isoWithOffset(visit.confirmedAt),
    customer_answer: visit.customerAnswer,
    notes: visit.notesLog.map(({ author, createdAt, text }) => ({
      author,
      date: isoWithOffset(createdAt),
      text,
    })),
  };
}

export function presentOrderCard(order: OrderCard) {
  return {
    uuid: order.uuid,
    ot_type: order.type,
    ot_type_friendly: order.typeName,
    ot_number: order.number,
    priority: order.priority,
    priority_friendly: `${order.score}: ${order.scoreParts.join(' · ')}`,
    rank: order.score,
    has_open_visit: order.visitState === 'wip',
    priority_class: priorityClass(order),
    date_created: isoWithOffset(order.createdAt),
    date_created_only: formatDay(today(order.createdAt)),
    node: order.nodeName,
    node_zone: order.zoneName,
    symptom_id: order.symptomId,
    symptom_friendly: order.symptom,
    client_id: order.clientId,
    address: order.address,
    location: order.location,
    subsidiary_code: order.operation,
    repeating_failures: order.repeatingFailures,
    notes: order.notes,
  };
}

export function presentOrder(order: OrderDetail) {
  const open = order.visits.filter(isOpen);
  const visits = order.visits.map((visit) => ({
    id: visit.id,
    visit_date: formatDay(visit.day),
    timestripe_friendly: visit.slotName,
    assigned_to: visit.technicianName,
    status: statusLabel(visit, visit.reasonText),
    open: isOpen(visit),
  }));
  return {
    uuid: order.uuid,
    ot_number: order.number,
    ot_type: order.type,
    ot_type_friendly: order.typeName,
    subsidiary: order.operation,
    subsidiary_friendly: order.operationName,
    status_id: order.statusId,
    priority: order.priority,
    client_id: order.clientId,
    client_name: order.clientName,
    client_address: order.address,
    email: order.email,
    telephone: order.telephone,
    node_name: order.nodeName,
    zone_id: order.zoneId,
    tag: order.tag,
    symptom_id: order.symptomId,
    symptom_text: order.symptom,
    repair_text: order.repairText,
    detail: order.detail,
    tech_id: order.closedByTechnicianId,
    date_created: formatInstant(order.createdAt),
    related_orders: order.related.map(({ number, type, typeName }) => ({
      ot_number: number,
      ot_type: type,
      ot_type_friendly: typeName,
    })),
    services: order.services.map(({ quantity, name }) => ({ service_qty: quantity, service_name: name })),
    client_devices: order.devices,
    visits_pending: open.length > 0,
    pending_visits: open.length,
    visits_list: visits,
    possible_timestripes: order.possibleSlots.map(presentPossibleSlot),
  };
}

/** A slot that a visit may be made in (S2 §3 `possible_timestripes`), hours from 7 to 23. */
type PossibleSlot = { id: number; name: string; fromHour: number; toHour: number };

const presentPossibleSlot = ({ id, name, fromHour, toHour }: PossibleSlot) => ({
  id,
  name,
  from: fromHour,
  to: toHour,
});
