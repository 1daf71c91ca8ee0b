import { z } from 'zod';
import { isAmount, mostOfItem, wrongAmount } from '../../../machines/visit/closing.ts';
import { mostPhotos } from '../../../machines/visit/photos.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { textLimits } from '../../../machines/words/text-limits.ts';
import { elevenDigits, happenedAt, id, optional, seenVersion, text, wholeNumber } from '../input.ts';

/** 300 kB in base64, and some. */
const maxSignatureText = 420_000;
const reasonRequired = refuse('reason-required').text;
const repairCodeRequired = refuse('repair-code-required').text;

/** S1 §5 'Quantity inputs': whole, at most 7 digits, no leading zero or spaces; empty is 0. */
const amount = z.union(
  [
    z.number(wrongAmount).int(wrongAmount).min(0, wrongAmount).max(mostOfItem, wrongAmount),
    z.string().refine(isAmount, wrongAmount).transform(Number),
  ],
  wrongAmount,
);
const items = z
  .array(z.object({ code: text(40), amount }))
  .max(500)
  .nullish()
  .transform((list) => (list ?? []).filter((item) => item.amount > 0));

/** The closing form (S1 §3 'Finish form', §5 'Finish visit'). Apart from the command, so that the form asks the same schema. */
export const finishVisitInput = z.object({
  visit_id: id,
  status: z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^\d{1,9}$/)
          .transform(Number),
      ],
      reasonRequired,
    )
    .pipe(z.number().int(reasonRequired).min(1, reasonRequired).max(2_147_483_647, reasonRequired)),
  extra_comments: optional(text(textLimits.note, undefined, refuse('cancel-note-required').text)),
  material_comments: optional(text(textLimits.note)),
  labor_comments: optional(text(textLimits.note)),
  signature: optional(text(maxSignatureText, 'La firma es demasiado grande.')),
  /** How many photos of the visit its technician's device has still to send: they arrive after the closing. */
  photos: optional(wholeNumber(mostPhotos)),
  signature_name: optional(text(textLimits.signatureName)),
  materials: items,
  labors: items,
  set_materials: z.boolean().nullish(),
  /** False: the order stays open, although the reason would fulfil it. */
  finish_order: z.boolean().nullish(),
  /** The visit's own order: another one's number or type is refused. */
  order_number: optional(elevenDigits),
  order_type: optional(wholeNumber()),
  repair_code: optional(text(40, repairCodeRequired, repairCodeRequired)),
  derivation_type: optional(wholeNumber(undefined, refuse('cannot-derive').text)),
  happened_at: happenedAt,
  version: seenVersion,
});

export type FinishVisitInput = z.output<typeof finishVisitInput>;
