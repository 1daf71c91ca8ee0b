import { z } from 'zod';
import { placesLeft } from './setting.ts';
import { count, elevenDigits, flag, hour, id, instant, isoDay, shownDay, text } from './shapes.ts';

/** What stands behind a customer's link, and nothing else (S2 §2 'External visit view'). */
export const customerViewAnswer = z
  .strictObject({
    date_dispatch: shownDay,
    timestripe_friendly: text,
    status: text,
    ot_type_friendly: text,
    subsidiary_friendly: text,
    order: z
      .strictObject({
        ot_number: elevenDigits,
        ot_type: id,
        ot_type_friendly: text,
        symptom_text: text.nullable(),
        date_created: text.meta({ description: 'dd/mm/yyyy HH:mm, local.' }),
        subsidiary_friendly: text,
        services: z.array(z.strictObject({ service_qty: count, service_name: text })),
      })
      .meta({
        description:
          'The order that the visit is for. Nothing personal: the link may be forwarded, so no name, address, telephone, document or note.',
      }),
    on_the_way: flag,
    delayed: flag,
    finished: flag,
    cancelled: flag,
    rescheduled: flag,
    tech_name: text.nullable().meta({ description: "The technician's first name, only while on the way." }),
    seen: text.meta({
      description: 'What was promised: a reply sends it back, and is refused once it has changed.',
    }),
    replies: z.strictObject({
      offered: flag,
      confirmed: flag,
      at_home: z
        .enum(['off', 'offered', 'said'])
        .meta({ description: "'Estoy en casa': not now, offered, or said already." }),
      change_refused: text.nullable().meta({ description: 'Why the visit cannot be changed; null: it can.' }),
      cancel_refused: text.nullable(),
      until: instant.nullable(),
      changes_left: count,
    }),
    running_late: z.int().nullable().meta({
      description: 'Minutes that the technician runs late; 0: will not make it. Null: nothing is said.',
    }),
    question: z.enum(['off', 'open', 'yes', 'no']),
  })
  .meta({ id: 'CustomerVisit' });

export const offeredDaysAnswer = z.strictObject({
  days: z.array(
    z.strictObject({
      day: isoDay,
      slots: z.array(z.strictObject({ id, name: text, from: hour, to: hour, left: placesLeft })),
    }),
  ),
});
