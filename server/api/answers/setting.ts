import { z } from 'zod';
import { retentionLimits } from '../../../machines/access/retention.ts';
import { arrivalModes } from '../../../machines/visit/arrival.ts';
import { skillModes } from '../../../machines/visit/skills.ts';
import { count, flag, hour, id, instant, isoDay, operationCode, text, version } from './shapes.ts';

const anyNumber = 'Null: any number.';
export const capacityOfDay = count.nullable().meta({ description: `Visits that fit that day. ${anyNumber}` });
export const placesLeft = count.nullable().meta({ description: `Places left that day. ${anyNumber}` });

/** S2 §3 'Time slot', contract §10. */
export const slotAnswer = z
  .strictObject({
    id,
    name: text,
    from: hour,
    to: hour,
    enabled: flag,
    subsidiary_id: operationCode,
    capacity: count.nullable().meta({ description: `Visits that fit a day. ${anyNumber}` }),
    capacity_by_weekday: z
      .array(count.nullable())
      .length(7)
      .nullable()
      .meta({ description: 'The same by weekday, Monday first; null: as `capacity` says.' }),
    capacity_of_days: z
      .array(z.strictObject({ date: isoDay, capacity: count }))
      .meta({ description: 'Of single days, in place of the others.' }),
    version,
  })
  .meta({ id: 'TimeSlot' });

export const slotsByOperationAnswer = z.array(
  z.strictObject({ subsidiary_id: operationCode, name: text, timestripes: z.array(slotAnswer) }),
);

/** `id` null: the operation has never set this symptom, which counts as 0. */
export const priorityAnswer = z
  .strictObject({
    id: id.nullable(),
    symptom: text,
    priority: z.int().min(0).max(99),
    symptom_id: id,
    subsidiary_id: operationCode,
    version,
  })
  .meta({ id: 'Priority' });

export const conversationAnswer = z
  .strictObject({
    subsidiary_id: operationCode,
    reminder: flag,
    replies: flag,
    question: flag,
    notice_hours: count,
    changes: count,
    late: flag.meta({ description: 'Customers are notified when their technician runs late.' }),
    arrival: z.enum(arrivalModes).meta({ description: "How its technicians use 'Llegué'." }),
    company: text.meta({ description: "Who comes, on the customer's page; empty: the operation's name." }),
    telephone: text.meta({ description: 'Whom customers call; empty: none.' }),
    country: text.meta({
      description: "The country of its clients' telephones, two letters; empty: as the installation says.",
    }),
    area_code: text.meta({
      description: 'The area code before numbers as the town writes them; empty: as the installation says.',
    }),
    surname_first: flag.meta({
      description: "Its systems write clients' names with the surname first: the intake's default.",
    }),
    logo: text.meta({ description: "The address of the company's logo, without a session; empty: none." }),
    version,
  })
  .meta({ id: 'Conversation' });

export const absenceAnswer = z
  .strictObject({
    id,
    tech_id: id,
    tech_name: text,
    subsidiaries: z
      .array(operationCode)
      .meta({ description: "The asked operations that are the technician's." }),
    from: isoDay,
    to: isoDay.meta({ description: 'Included.' }),
    timestripes: z
      .array(id)
      .meta({ description: "Of any of the technician's operations; empty: the whole days." }),
    reason: text,
    assigned_visits: count.meta({ description: 'Their open visits in those days and slots.' }),
    version,
  })
  .meta({ id: 'Absence' });

/** `assigned_visits`: how many open visits the technician has in those days and slots. */
export const savedAbsenceAnswer = z.strictObject({ id, version, assigned_visits: count });

const skill = z.strictObject({ id, name: text });

/** `mode`: what happens when a visit is given to a technician who lacks a skill. */
export const skillsAnswer = z
  .strictObject({
    subsidiary_id: operationCode,
    mode: z.enum(skillModes),
    version,
    skills: z.array(skill),
    needs: z
      .array(
        z.strictObject({
          skill_id: id,
          order_type: id.nullable().meta({ description: 'Null: any.' }),
          symptom_id: id.nullable().meta({ description: 'Null: any.' }),
        }),
      )
      .meta({
        description: 'Visits of this order type, of this symptom, or of both together, need the skill.',
      }),
    technicians: z.array(z.strictObject({ tech_id: id, name: text, skills: z.array(id) })),
  })
  .meta({ id: 'Skills' });

export const savedSkillsAnswer = z.strictObject({
  subsidiary_id: operationCode,
  version,
  skills: z.array(skill),
});

const someMonths = z.int().min(retentionLimits.first).max(retentionLimits.last);
const months = someMonths
  .nullable()
  .meta({ description: 'Months after an order’s closing; null: for ever.' });

/** `last_forgotten`: when data were deleted last, and of how many orders; null: never, as far as the audit reaches. */
export const retentionAnswer = z
  .strictObject({
    subsidiary_id: operationCode,
    name: text,
    months,
    last_forgotten: z.strictObject({ date: instant, orders: count }).nullable(),
  })
  .meta({ id: 'Retention' });

/** Of how many orders, closed before then, the next pass would delete personal data. */
export const retentionPreviewAnswer = z.strictObject({
  subsidiary_id: operationCode,
  months: someMonths,
  closed_before: instant,
  orders: count,
});

export const savedRetentionAnswer = z.strictObject({ subsidiary_id: operationCode, months });

const node = { idzona: id, nombre: text };

export const zoneAnswer = z
  .strictObject({
    id,
    name: text,
    subsidiary_id: operationCode,
    selected_nodes: z.array(z.strictObject(node)),
    version,
  })
  .meta({ id: 'Zone' });

export const zonesAnswer = z.array(z.strictObject({ id, name: text, subsidiary_id: operationCode }));
export const nodesAnswer = z.array(z.strictObject({ ...node, subsidiary_id: operationCode }));

export const savedAnswer = z.strictObject({ id, version });
/** `open_visits`: of the slot, where its hours changed: they follow them. */
export const savedSlotAnswer = savedAnswer.extend({ open_visits: z.int().min(0) });
export const notifiedSlotAnswer = z.strictObject({ id, notified: z.int().min(1) });
export const savedPriorityAnswer = z.strictObject({ id, priority: z.int().min(0).max(99), version });
export const savedConversationAnswer = z.strictObject({ subsidiary_id: operationCode, version });

/** S1 §3 'Subsidiary capabilities'. */
export const capabilitiesAnswer = z.strictObject({
  order_canceled: flag,
  order_fulfilled: flag,
  order_tech_id: id.nullable(),
  can_close_order: flag,
  allow_enter_materials_and_labors: flag,
  have_labor: flag,
  have_materials: flag,
});

/** `absent`: they do not work in that slot, or without a slot on the whole day; `skills`: ids as `skills` answers them. */
export const techniciansAnswer = z.array(
  z.strictObject({ text, value: id, assigned_visits: count, absent: flag, skills: z.array(id) }),
);

export const techniciansOfAnswer = z.array(
  z.strictObject({ id, name: text, username: text, subsidiaries: z.array(operationCode) }),
);

/** How many open visits stand in each slot and belong to each zone: what a change of either touches. */
export const openVisitsAnswer = z.strictObject({
  timestripes: z.array(z.strictObject({ timestripe_id: id, open_visits: count })),
  zones: z.array(z.strictObject({ zone_id: id, open_visits: count })),
});

const before = z.record(z.string(), z.unknown()).nullable();

/** Who changed what of an operation's settings, newest first, at most 50. */
export const settingHistoryAnswer = z.array(
  z.strictObject({
    version,
    date: instant,
    who: text.nullable(),
    change: text.nullable(),
    name: text.nullable(),
    from: before,
    to: before,
  }),
);
