import { z } from 'zod';
import { placesLeft } from './setting.ts';
import {
  choice,
  colour,
  count,
  elevenDigits,
  flag,
  hour,
  id,
  instant,
  isoDay,
  operationCode,
  possibleSlots,
  shownDay,
  text,
} from './shapes.ts';

const named = z.strictObject({ ot_number: elevenDigits, ot_type: id, ot_type_friendly: text });

/** S1 §3 'Order in list'. */
const card = z
  .strictObject({
    uuid: z.uuid(),
    ot_type: id,
    ot_type_friendly: text,
    ot_number: elevenDigits,
    priority: z.int().meta({ description: "The symptom's priority in the operation." }),
    priority_friendly: text.meta({ description: '`rank`, part by part.' }),
    rank: z.int().meta({
      description:
        'What the priority list is sorted by, highest first: `priority` + 15 for each repeated failure + 2 for each day (up to 30) + 40 while it has no visit. Orders with an open visit come after all others, whatever their rank: `has_open_visit`.',
    }),
    has_open_visit: flag.meta({ description: 'Whether one of its visits is open.' }),
    priority_class: z.enum(['low', 'normal', 'high', 'wip', 'finished']),
    date_created: instant,
    date_created_only: shownDay,
    node: text.nullable(),
    node_zone: text.nullable(),
    symptom_id: id.nullable(),
    symptom_friendly: text.nullable(),
    client_id: elevenDigits,
    address: text,
    location: text,
    subsidiary_code: operationCode,
    repeating_failures: count,
    notes: text,
  })
  .meta({ id: 'OrderCard' });

export const pendingOrdersAnswer = z.strictObject({
  orders: z.array(card),
  orders_qty: count.meta({
    description:
      'The size of the whole list. The pending list comes in one answer, the 10,000 oldest of it; the priority list by pages of 50.',
  }),
  order_types: z.array(choice),
});

/** The free places of the next days for an order (contract §14). */
export const orderPlacesAnswer = z.strictObject({
  ot_number: elevenDigits,
  ot_type: id,
  subsidiary: operationCode,
  zone: id.nullable().meta({ description: "The order's zone; null: its node is in none." }),
  why_not: text.nullable().meta({ description: 'Why no visit can be made of the order; null: one can.' }),
  places: z.array(
    z
      .strictObject({
        date: isoDay,
        timestripe_id: id,
        name: text,
        from: hour,
        to: hour,
        left: placesLeft,
        planned: count.meta({ description: 'Visits that hold a place in it.' }),
        planned_in_zone: count.meta({ description: "Of them, in the order's zone." }),
        planned_of_type: count.meta({ description: "Of them, of the order's type." }),
        technicians: count.meta({
          description: 'Who works then and has the skills that the order needs.',
        }),
        best: z.int().min(1).nullable().meta({ description: 'Which to offer first, from 1.' }),
      })
      .meta({ id: 'OrderPlace' }),
  ),
});

/** S1 §3 'Order detail', S2 §3 'Order'. */
export const orderAnswer = z
  .strictObject({
    uuid: z.uuid(),
    ot_number: elevenDigits,
    ot_type: id,
    ot_type_friendly: text,
    subsidiary: operationCode,
    subsidiary_friendly: text,
    status_id: id,
    priority: z.int(),
    client_id: elevenDigits,
    client_name: text,
    client_address: text,
    email: text.nullable(),
    telephone: text,
    node_name: text.nullable(),
    zone_id: id.nullable(),
    tag: text,
    symptom_id: id.nullable(),
    symptom_text: text.nullable(),
    repair_text: text.nullable(),
    detail: text,
    tech_id: id.nullable(),
    date_created: text.meta({ description: 'dd/mm/yyyy HH:mm, local.' }),
    related_orders: z.array(named),
    services: z.array(z.strictObject({ service_qty: count, service_name: text })),
    client_devices: z.array(z.strictObject({ type: text, mac: text, serial: text })),
    visits_pending: flag,
    pending_visits: count,
    visits_list: z.array(
      z.strictObject({
        id,
        visit_date: shownDay,
        timestripe_friendly: text,
        assigned_to: text.nullable(),
        status: text,
        open: flag,
      }),
    ),
    possible_timestripes: possibleSlots,
  })
  .meta({ id: 'Order' });

export const clientOrdersAnswer = z.array(named);

/** S1 §3 'Client'. */
export const clientAnswer = z
  .strictObject({
    client_id: elevenDigits,
    name: text,
    client_status: text,
    address: text,
    location: text,
    telephone: text.nullable(),
    email: text.nullable(),
    recorded_twice: z
      .array(z.strictObject({ client_id: elevenDigits, name: text, by: z.enum(['document', 'address']) }))
      .meta({
        description: 'Others who seem to be the same: by the document, or by name and address. At most 5.',
      }),
  })
  .meta({ id: 'Client' });

export const historyAnswer = z.array(
  z.strictObject({
    id,
    visit_date: shownDay,
    symptom_name: text.nullable(),
    status: text,
    status_hex: colour,
    ot_number: elevenDigits,
  }),
);

export const repairCodesAnswer = z.array(z.strictObject({ code: text, text }));
/** S1 §3 'Material and labor items': `amount` is 0, what a closing form begins with. */
export const itemsAnswer = z.array(z.strictObject({ code: text, name: text, amount: count }));

/** S1 §3 'Ticket', each file's content in base64. */
const ticket = z
  .strictObject({
    id,
    title: text,
    body: text,
    timestamp: instant,
    ot_number: elevenDigits.nullable(),
    has_priority_notes: flag,
    notes: z.array(
      z.strictObject({
        id,
        priority: flag,
        timestamp: instant,
        from: text,
        title: text,
        body: text,
        attached_files: z.array(
          z.strictObject({ id, name: text, content: text.meta({ contentEncoding: 'base64' }) }),
        ),
      }),
    ),
  })
  .meta({ id: 'Ticket' });

export const ticketsAnswer = z.strictObject({ tickets: z.array(ticket), priority_tickets_inside: flag });
export const ticketsDetail = ticketsAnswer;

/** What became of the rows of an intake; a row's number counts from 1. */
const rowProblem = z.strictObject({
  row: id,
  number: text.nullable(),
  field: text.nullable(),
  message: text,
});

export const intakeAnswer = z
  .strictObject({
    received: count,
    created: count,
    changed: count,
    unchanged: count,
    refused: count,
    errors: z.array(rowProblem),
    marked: count.meta({
      description: 'Of the rows that were taken, those with a telephone or an address that cannot be used.',
    }),
    marks: z.array(rowProblem).meta({ description: 'Which fields of them, and why.' }),
    added: z
      .array(
        z.strictObject({
          kind: z.enum(['symptom', 'node', 'order_type']),
          name: text,
          subsidiary_id: operationCode.nullable(),
        }),
      )
      .meta({ description: 'What the rows added to the catalogues; `subsidiary_id` is that of a node.' }),
  })
  .meta({ id: 'IntakeReport' });
