import { z } from 'zod';
import { attentionReasons } from '../../../machines/attention/attention.ts';
import { count, elevenDigits, hour, id, instant, isoDay, operationCode, text } from './shapes.ts';

const item = z
  .strictObject({
    reason: z.enum(attentionReasons),
    date: instant.meta({
      description:
        "Since when. Of a visit by its state: the end of its slot ('delayed'), or its beginning, which may lie ahead ('released', 'unassigned').",
    }),
    event: z.int().min(1).nullable().meta({
      description: 'What `attention/acknowledge` takes; null: it ends with what is done about the visit.',
    }),
    visit_id: id.meta({ description: "Of 'moved': the visit that follows the moved one." }),
    version: count,
    subsidiary: operationCode,
    ot_number: elevenDigits,
    ot_type: id,
    ot_type_friendly: text,
    symptom_text: text.nullable(),
    client_id: elevenDigits,
    client_name: text,
    address: text,
    telephone: text,
    date_dispatch: isoDay,
    timestripe_id: id,
    timestripe_name: text,
    from: hour,
    to: hour,
    tech_id: id.nullable(),
    tech_name: text.nullable(),
    moved_from: z.strictObject({ visit_id: id, date: isoDay, timestripe_name: text }).nullable(),
    message: z
      .strictObject({
        template: text,
        audience: z.enum(['customer', 'technician']),
        channel: text.nullable(),
        notice_id: id.nullable().meta({ description: '`visit/resend_notice` takes it.' }),
      })
      .nullable()
      .meta({ description: 'The message that failed.' }),
  })
  .meta({ id: 'AttentionItem' });

/** Contract §12 'attention'. */
export const attentionAnswer = z.strictObject({
  now: instant,
  versions: z.record(z.string(), count).meta({ description: 'By operation: the version that this shows.' }),
  items: z.array(item),
  later: z.array(z.strictObject({ date: instant, visits: z.array(id) })).meta({
    description: 'Visits of today without a technician, by the moment from which they need attention.',
  }),
});

export const acknowledgedAnswer = z.strictObject({
  subsidiary: operationCode,
  events: z.array(z.int().min(1)),
});
