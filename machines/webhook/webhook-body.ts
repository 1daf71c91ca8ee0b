import { z } from 'zod';
import { formatDay, isoWithOffset, slotLabel } from '../calendar/slots.ts';
import { type WebhookEvent, webhookEvents } from '../events.ts';
import type { VisitFacts } from '../visit/facts.ts';
import { statusLabel } from '../visit/labels.ts';
import { derivations } from '../words/labels.ts';
import { pingType } from './webhook.ts';

const item = z.strictObject({ code: z.string(), name: z.string(), amount: z.int() });
const instant = z.string();

const visitShape = z.strictObject({
  id: z.int(),
  version: z.int(),
  date_dispatch: z.string(),
  timestripe: z.int(),
  timestripe_friendly: z.string(),
  status_id: z.int(),
  status_friendly: z.string(),
  ot_number: z.string(),
  ot_type: z.int(),
  subsidiary: z.string(),
  node_name: z.string(),
  zone_name: z.string().nullable(),
  tag: z.string(),
  symptom_name: z.string().nullable(),
  tech_id: z.int().nullable(),
  assigned_to: z.string().nullable(),
  on_the_way: z.boolean(),
  arrived: z.boolean(),
  delayed: z.boolean(),
  detached: z.boolean(),
  finished: z.boolean(),
  cancelled: z.boolean(),
  rescheduled: z.boolean(),
  rescheduled_previous: z.int().nullable(),
  rescheduled_next: z.int().nullable(),
  derivation_type: z.int().nullable(),
  derivation_type_friendly: z.string().nullable(),
  date_created: instant,
  date_assigned: instant.nullable(),
  date_on_the_way: instant.nullable(),
  date_arrived: instant.nullable(),
  date_closed: instant.nullable(),
  reason_id: z.int().nullable(),
  reason_friendly: z.string().nullable(),
  repair_code: z.string().nullable(),
  extra_comments: z.string().nullable(),
  material_comments: z.string().nullable(),
  labor_comments: z.string().nullable(),
  materials: z.array(item),
  labors: z.array(item),
});

const orderShape = z.strictObject({
  ot_number: z.string(),
  ot_type: z.int(),
  ot_type_friendly: z.string(),
  subsidiary: z.string(),
  status_id: z.int(),
  client_id: z.string(),
  /** As the ticketing system's intake named them. */
  ticket_numbers: z.array(z.string()),
  date_created: instant,
  date_closed: instant.nullable(),
  repair_code: z.string().nullable(),
  repair_text: z.string().nullable(),
  tech_id: z.int().nullable(),
  tech_name: z.string().nullable(),
});

/** An event's changes, by the API's names; other fields are not sent. */
const changeShape = z.strictObject({
  date_dispatch: z.string().optional(),
  timestripe: z.int().optional(),
  tech_id: z.int().nullable().optional(),
  status_id: z.int().optional(),
  reason_friendly: z.string().optional(),
  derivation_type: z.int().nullable().optional(),
  repair_code: z.string().nullable().optional(),
  answer: z.string().optional(),
  visit_id: z.int().optional(),
});

/**
 * The body of a webhook, a stable contract: fields are added, none changes its meaning. The customer's name,
 * address, telephone and signature are left out: the provider's systems know them by `client_id`, and the
 * delivery log should not hold them again.
 */
export const webhookBody = z.strictObject({
  type: z.enum(webhookEvents),
  timestamp: instant,
  id: z.string(),
  data: z.strictObject({
    operation: z.string(),
    /**
     * The operation's gapless version of this event: orders deliveries, and reveals gaps when every event is
     * subscribed to.
     */
    version: z.int(),
    who: z.string().nullable(),
    note: z.string().nullable(),
    from: changeShape.nullable(),
    to: changeShape.nullable(),
    visit: visitShape.nullable(),
    order: orderShape.nullable(),
  }),
});
export type WebhookBody = z.output<typeof webhookBody>;

export const pingBody = z.strictObject({
  type: z.literal(pingType),
  timestamp: instant,
  id: z.string(),
  data: z.strictObject({ webhook: z.strictObject({ id: z.int(), name: z.string() }) }),
});

type Item = { kind: 'material' | 'labor'; code: string; name: string; amount: number };

/** A visit and its order as of the first attempt. */
export type PublishedVisit = VisitFacts & {
  id: number;
  version: number;
  operation: string;
  day: string;
  slotId: number;
  slotName: string;
  fromHour: number;
  toHour: number;
  orderNumber: string;
  orderType: number;
  nodeName: string;
  zoneName: string | null;
  tag: string;
  symptom: string | null;
  technicianName: string | null;
  rescheduledPrevious: number | null;
  rescheduledNext: number | null;
  derivationType: number | null;
  createdAt: Date;
  assignedAt: Date | null;
  onTheWayAt: Date | null;
  arrivedAt: Date | null;
  closedAt: Date | null;
  reasonId: number | null;
  reasonText: string | null;
  repairCode: string | null;
  extraComments: string | null;
  materialComments: string | null;
  laborComments: string | null;
  items: Item[];
};

export type PublishedOrder = {
  number: string;
  type: number;
  typeName: string;
  operation: string;
  statusId: number;
  clientId: string;
  ticketNumbers: string[];
  createdAt: Date;
  closedAt: Date | null;
  repairCode: string | null;
  repairText: string | null;
  technicianId: number | null;
  technicianName: string | null;
};

export type PublishedEvent = {
  operation: string;
  version: number;
  name: WebhookEvent;
  at: Date;
  actorName: string | null;
  data: {
    from?: Record<string, unknown>;
    to?: Record<string, unknown>;
    note?: string;
    [more: string]: unknown;
  };
  visit: PublishedVisit | null;
  order: PublishedOrder | null;
};

/**
 * The id of an event's deliveries, the same for every attempt and webhook. Without '.', which separates the
 * signed parts.
 */
export const deliveryId = (operation: string, version: number): string => `evt_${operation}_${version}`;

/** The body of an event's delivery. Who, when, from and to are the event's; visit and order are current. */
export function writeWebhookBody(event: PublishedEvent): WebhookBody {
  const { operation, version, name, at, actorName, data, visit, order } = event;
  const slot = data.slotId as { from?: unknown; to?: unknown } | undefined;
  return {
    type: name,
    timestamp: isoWithOffset(at),
    id: deliveryId(operation, version),
    data: {
      operation,
      version,
      who: actorName,
      note: typeof data.note === 'string' ? data.note : null,
      from: data.from || slot ? change({ slotId: slot?.from, ...data.from }) : null,
      to: data.to || slot ? change({ slotId: slot?.to, ...data.to }) : null,
      visit: visit && presentVisit(visit),
      order: order && presentOrder(order),
    },
  };
}

const publicNames: Record<string, keyof z.output<typeof changeShape>> = {
  slotId: 'timestripe',
  technicianId: 'tech_id',
  statusId: 'status_id',
  reason: 'reason_friendly',
  derivationType: 'derivation_type',
  repairCode: 'repair_code',
  answer: 'answer',
  visitId: 'visit_id',
};

function change({ day, ...rest }: Record<string, unknown>): z.output<typeof changeShape> {
  const changes = Object.entries(rest).flatMap(([key, value]) =>
    Object.hasOwn(publicNames, key) && value !== undefined ? [[publicNames[key]!, value]] : [],
  );
  const named = {
    ...(typeof day === 'string' ? { date_dispatch: formatDay(day) } : {}),
    ...Object.fromEntries(changes),
  };
  // An older version may have recorded another type under the same name.
  return changeShape.safeParse(named).data ?? {};
}

const moment = (at: Date | null) => at && isoWithOffset(at);

function presentVisit(visit: PublishedVisit): z.output<typeof visitShape> {
  const items = (kind: Item['kind']) =>
    visit.items
      .filter((item) => item.kind === kind)
      .map(({ code, name, amount }) => ({ code, name, amount }));
  return {
    id: visit.id,
    version: visit.version,
    date_dispatch: formatDay(visit.day),
    timestripe: visit.slotId,
    timestripe_friendly: slotLabel({ ...visit, name: visit.slotName }),
    status_id: visit.statusId,
    status_friendly: statusLabel(visit, visit.reasonText),
    ot_number: visit.orderNumber,
    ot_type: visit.orderType,
    subsidiary: visit.operation,
    node_name: visit.nodeName,
    zone_name: visit.zoneName,
    tag: visit.tag,
    symptom_name: visit.symptom,
    tech_id: visit.technicianId,
    assigned_to: visit.technicianName,
    on_the_way: visit.onTheWay,
    arrived: visit.arrived,
    delayed: visit.delayed,
    detached: visit.detached,
    finished: visit.finished,
    cancelled: visit.cancelled,
    rescheduled: visit.rescheduled,
    rescheduled_previous: visit.rescheduledPrevious,
    rescheduled_next: visit.rescheduledNext,
    derivation_type: visit.derivationType,
    derivation_type_friendly:
      visit.derivationType === null ? null : (derivations[visit.derivationType] ?? null),
    date_created: isoWithOffset(visit.createdAt),
    date_assigned: moment(visit.assignedAt),
    date_on_the_way: moment(visit.onTheWayAt),
    date_arrived: moment(visit.arrivedAt),
    date_closed: moment(visit.closedAt),
    reason_id: visit.reasonId,
    reason_friendly: visit.reasonText,
    repair_code: visit.repairCode,
    extra_comments: visit.extraComments,
    material_comments: visit.materialComments,
    labor_comments: visit.laborComments,
    materials: items('material'),
    labors: items('labor'),
  };
}

const presentOrder = (order: PublishedOrder): z.output<typeof orderShape> => ({
  ot_number: order.number,
  ot_type: order.type,
  ot_type_friendly: order.typeName,
  subsidiary: order.operation,
  status_id: order.statusId,
  client_id: order.clientId,
  ticket_numbers: order.ticketNumbers,
  date_created: isoWithOffset(order.createdAt),
  date_closed: moment(order.closedAt),
  repair_code: order.repairCode,
  repair_text: order.repairText,
  tech_id: order.technicianId,
  tech_name: order.technicianName,
});

export const writePingBody = (
  id: string,
  at: Date,
  webhook: { id: number; name: string },
): z.output<typeof pingBody> => ({ type: pingType, timestamp: isoWithOffset(at), id, data: { webhook } });
