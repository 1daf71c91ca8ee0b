import { z } from 'zod';
import { capacityOfDay, placesLeft } from './setting.ts';
import {
  colour,
  count,
  elevenDigits,
  flag,
  hour,
  id,
  instant,
  isoDay,
  operationCode,
  pngDataUrl,
  possibleSlots,
  shownDay,
  text,
  version,
} from './shapes.ts';

/** What the calendar and the other answers say of a visit alike (S1 §3 'Visit'). */
const common = {
  id,
  version,
  date_dispatch: shownDay,
  timestripe: id,
  status: text,
  status_id: id,
  status_friendly: text,
  hex_color: colour,
  ot_type: id,
  ot_number: elevenDigits,
  subsidiary_friendly: text,
  node_name: text,
  tag: text,
  zone_name: text.nullable(),
  client_id: elevenDigits,
  client_name: text,
  assigned_id: id.nullable(),
  assigned_to: text.nullable(),
  tech_id: id.nullable(),
  assigned: flag,
  detached: flag,
  cancelled: flag,
  finished: flag,
  rescheduled: flag,
  rescheduled_next: id.nullable(),
  on_the_way: flag,
  arrived: flag,
  running_late: z
    .int()
    .nullable()
    .meta({ description: 'Minutes that the technician has said to run late; 0: will not make it.' }),
  overbooked: flag.meta({ description: 'It stands above the capacity of its slot, on purpose.' }),
  delayed: flag,
  delayed_while_on_the_way: flag,
  derivation_type: z.int().nullable(),
  derivation_type_friendly: text.nullish(),
};

/** A visit of the calendar (S1 §3 'Calendar response'): names that the operation has lost since are null. */
const calendarVisit = z
  .strictObject({ ...common, timestripe_friendly: text.nullable(), ot_type_friendly: text.nullable() })
  .meta({ id: 'CalendarVisit' });

const field = {
  ...common,
  timestripe_friendly: text,
  ot_type_friendly: text,
  subsidiary: operationCode,
  client_address: text,
  telephone: text,
  symptom_name: text.nullable(),
  tech_comments: z.array(text),
  rescheduled_previous: id.nullable(),
};

/** A visit as the field needs it, and as a 409 shows it. */
export const visitAnswer = z.strictObject(field).meta({ id: 'Visit' });

const item = z.strictObject({
  external_code: text,
  code: text,
  name: text,
  amount: z.number(),
});

/** S2 §3 'Visit': everything that the visit's own screen shows. */
export const visitDetailAnswer = z
  .strictObject({
    ...field,
    possible_timestripes: possibleSlots,
    email: text.nullable().meta({
      description: "Where this visit's notices to the customer go; null: to the client's own address.",
    }),
    related_orders: z
      .array(z.strictObject({ ot_number: elevenDigits, ot_type: id, ot_type_friendly: text }))
      .meta({ description: 'Other orders that the visit is for too.' }),
    creator: text.nullable(),
    date_created: instant,
    date_on_the_way: instant.nullable(),
    date_at_home: instant.nullable().meta({ description: "When the customer said 'Estoy en casa'." }),
    date_arrived: instant.nullable(),
    arrived_at: z
      .strictObject({ latitude: z.number(), longitude: z.number(), accuracy: z.int().nullable() })
      .nullable()
      .meta({ description: "Where the technician's device was at 'Llegué'; accuracy in metres." }),
    detached_by: text.nullable(),
    last_detached_comments: text.nullable(),
    reschedule_comments: text.nullable(),
    late_schedule: flag,
    repair_code: text.nullable(),
    extra_comments: text.nullable(),
    material_comments: text.nullable(),
    labor_comments: text.nullable(),
    materials: z.array(item),
    labors: z.array(item),
    signature: pngDataUrl.nullable(),
    signature_name: text.nullable(),
    date_confirmed: instant.nullable().meta({ description: 'When the customer confirmed from the link.' }),
    customer_answer: z.enum(['yes', 'no']).nullable(),
    notes: z.array(z.strictObject({ author: text, date: instant, text })),
  })
  .meta({ id: 'VisitDetail' });

const slotOfWeek = z.strictObject({
  timestripe_id: id,
  timestripe_name: text,
  total_visits: count,
  open_visits: count,
  capacity: capacityOfDay,
  left: placesLeft,
  visits: z.array(calendarVisit),
});

/** S1 §3 'Calendar response', contract §3: every enabled slot stands under every day. */
export const calendarAnswer = z
  .strictObject({
    date_from: isoDay,
    date_to: isoDay,
    version,
    stripes: count,
    parameters: z.strictObject({
      weekdays: z.array(z.strictObject({ name: text, ISODate: isoDay, current: flag })).length(7),
    }),
    data: z
      .record(z.string(), z.record(z.string(), slotOfWeek))
      .meta({ description: 'By the day (YYYY-MM-DD), then by the id of the slot.' }),
  })
  .meta({ id: 'Calendar' });

/** Contract §10: a day by technician. */
export const dayAnswer = z
  .strictObject({
    date: isoDay,
    version,
    technicians: z.array(
      z.strictObject({
        tech_id: id,
        name: text,
        absent: flag.meta({ description: 'Does not work on the whole day.' }),
        absent_timestripes: z.array(id).meta({ description: 'Slots of the day without this technician.' }),
        skills: z.array(text),
        estimated_minutes: count.meta({
          description: 'Of the visits that hold a place, by what the last ones of each order type took.',
        }),
        shift_minutes: count,
        visits: z.array(calendarVisit),
      }),
    ),
    unassigned: z.array(calendarVisit),
  })
  .meta({ id: 'Day' });

const placed = {
  lat: z.number().nullable().meta({ description: 'Degrees, WGS 84; null: the place is not known.' }),
  lon: z.number().nullable(),
  approximate: flag.meta({ description: "The centre of the order's node: its address has no coordinates." }),
};

/** Contract §10: a day on the map. */
export const mapAnswer = z
  .strictObject({
    date: isoDay,
    version,
    visits: z.array(
      z.strictObject({ visit_id: id, ot_number: text, tech_id: id.nullable(), status: text, ...placed }),
    ),
    orders: z.array(
      z.strictObject({ ot_number: text, ot_type: count, client_name: text, address: text, ...placed }),
    ),
    orders_left_out: count.meta({ description: 'How many more orders wait: the oldest 500 are answered.' }),
  })
  .meta({ id: 'DayMap' });

/** S1 §7: all visits of each group, the one on the way first, then oldest first; `total` counts them. */
export const technicianDayAnswer = z
  .strictObject({
    assigned: z.strictObject({ visits: z.array(visitAnswer), total: count, tech_on_the_way: flag }),
    timestripe: z.strictObject({ visits: z.array(visitAnswer), total: count }),
  })
  .meta({ id: 'TechnicianDay' });

const slotVisit = z
  .strictObject({
    visit_id: id,
    version,
    opened: flag,
    ot_number: elevenDigits,
    ot_type: id,
    client_id: elevenDigits,
    client_address: text,
    node_name: text,
    zone_name: text.nullable(),
    symptom_name: text.nullable(),
    assigned_id: id.nullable(),
    assigned_name: text.nullable(),
    status_friendly: text,
    status_color: colour,
    on_the_way: flag,
    rescheduled: flag,
    rescheduled_previous: id.nullable(),
    rescheduled_next: id.nullable(),
    derivation_type_friendly: text.nullish(),
  })
  .meta({ id: 'SlotVisit' });

export const slotDetailAnswer = z.strictObject({
  timestripe_name: text,
  formatted_date: shownDay,
  operations: z.array(operationCode),
  visits: z.array(slotVisit),
});

/** A slot in which a visit of that day may be made; `ended`: it is over already. */
export const slotsOfDayAnswer = z.array(
  z
    .strictObject({
      id,
      name: text,
      from: hour,
      to: hour,
      ended: flag,
      capacity: capacityOfDay,
      left: placesLeft,
    })
    .meta({ id: 'SlotOfDay' }),
);

export const freePlacesAnswer = z.array(
  z
    .strictObject({ date: isoDay, timestripe_id: id, name: text, from: hour, to: hour, left: placesLeft })
    .meta({ id: 'FreePlace' }),
);

export const reasonsAnswer = z.array(
  z
    .strictObject({
      value: id,
      text,
      cancels: flag,
      finalizes: flag,
      finalizes_order: flag,
      derives: flag,
      reschedules: flag,
      absence: flag.meta({ description: "The customer was not at home: 'Llegué' proves it." }),
      needs_signature: flag.meta({ description: 'The technician who closes by it has the customer sign.' }),
      needs_photo: flag.meta({ description: 'The technician who closes by it takes a photo.' }),
      responsible: z.enum(['cliente', 'empresa', 'terceros']).nullable(),
      derivation_type: id.nullable().meta({
        description: 'Of a reason that derives: where a closing without `derivation_type` goes. Null: 2.',
      }),
    })
    .meta({ id: 'ClosureReason' }),
);

/** A visit's timeline: what happened, in order, from its event log. */
export const timelineAnswer = z.strictObject({
  visit_id: id,
  events: z.array(
    z.strictObject({
      name: text,
      date: instant,
      happened_at: instant,
      reported_at: instant.meta({ description: 'Later than `happened_at` where the device had no signal.' }),
      who: text.nullable(),
      note: text.nullable(),
    }),
  ),
  total_time_friendly: text,
});

/** Of a step that was sent with its `happened_at`: the moment that was recorded, and when it was reported. */
const reported = { happened_at: instant.optional(), reported_at: instant.optional() };

export const runningLateAnswer = z.strictObject({ visit_id: z.array(id), ...reported });
export const stepAnswer = z.strictObject({ visit_id: id, ...reported });
export const createdAnswer = z.strictObject({
  visit_id: id,
  late_schedule: flag,
  public_link: z.url().optional(),
});
export const editedAnswer = z.strictObject({ visit_id: id, version });
export const onTheWayAnswer = z.strictObject({ visit_id: id, on_the_way: flag, ...reported });
export const finishedAnswer = z.strictObject({
  visit_id: id,
  status_id: id,
  finished: flag,
  cancelled: flag,
  ...reported,
});
/** One id for one visit; a list in the order sent for a list. */
export const rescheduledAnswer = z.strictObject({ new_id: z.union([id, z.array(id)]) });
export const handedOverAnswer = z.strictObject({ visit_id: z.array(id), changed: count });
export const undoneAnswer = z.strictObject({ visit_id: z.array(id) });

const noticeState = z.enum(['pending', 'sending', 'sent', 'failed', 'unknown', 'no_channel', 'dropped']);

/** A message that was decided with a change (contract §6). */
export const noticesAnswer = z.array(
  z
    .strictObject({
      id,
      visit_id: id,
      audience: z.enum(['customer', 'technician', 'supervisor']),
      template: text,
      state: noticeState,
      channel: text.nullable(),
      recipient: text.nullable(),
      subject: text.nullable(),
      text: text.nullable(),
      problem: text.nullable(),
      date_created: instant,
      date_sent: instant.nullable(),
    })
    .meta({ id: 'Notice' }),
);

/** What was said to a client, and what came back: one of `message`, `opened_first` and `step` is there (contract §14). */
export const clientMessagesAnswer = z.array(
  z
    .strictObject({
      date: instant,
      visit_id: id,
      date_dispatch: isoDay,
      message: z
        .strictObject({
          id,
          template: text,
          state: noticeState,
          channel: text.nullable(),
          problem: text.nullable(),
          may_resend: flag.meta({
            description: 'Whether it still has a sense: `visit/resend_notice` takes it.',
          }),
        })
        .nullable(),
      opened_first: instant
        .nullable()
        .meta({ description: 'The link was opened; `date` is the last time, to the hour.' }),
      step: z
        .strictObject({ name: text, answer: z.enum(['yes', 'no']).nullable() })
        .nullable()
        .meta({ description: "The customer's own step, as an event's name." }),
    })
    .meta({ id: 'ClientMessage' }),
);

const photo = z.strictObject({
  id,
  happened_at: instant,
  reported_at: instant.nullable(),
  technician: text,
  bytes: count,
  width: count,
  height: count,
  url: text,
  preview_url: text,
});
export const photosAnswer = z.strictObject({ photos: z.array(photo) });

/** `photos`: how many the visit has now. */
export const photoAnswer = z.strictObject({
  visit_id: id,
  photo_id: id,
  photos: count,
  happened_at: instant.optional(),
  reported_at: instant.optional(),
});
