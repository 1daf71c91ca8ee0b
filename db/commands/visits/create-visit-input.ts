import { z } from 'zod';
import { textLimits } from '../../../machines/words/text-limits.ts';
import {
  chosenSlot,
  day,
  elevenDigits,
  flag,
  id,
  optional,
  technician,
  text,
  wholeBetween,
  wholeNumber,
} from '../input.ts';
import { checkOverbook, overbookFields } from './overbook-input.ts';

const repeated = (max: number) => optional(text(max));
const badNumbers = 'Las OT relacionadas deben ser números de 11 dígitos separados por comas.';
const badEmail = 'El correo no es válido.';
const badVisitType = 'El tipo de visita debe ser 0.';

/**
 * The creation payload (S2 §3). Data of the order (client, node, tag, symptom, priority…) is read from the
 * order; if sent too, it has to be the same. Apart from the command, so that the form uses the same schema.
 */
export const createVisitInput = z
  .object({
    ot_type: wholeNumber(),
    ot_number: elevenDigits,
    possibleDate: day,
    timestripe: chosenSlot,
    zone: optional(id),
    assigned_to: optional(technician),
    tech_comments: optional(text(textLimits.note)),
    client_id: optional(elevenDigits),
    symptom_id: optional(wholeNumber()),
    symptom_name: repeated(500),
    priority: optional(wholeNumber()),
    node_name: repeated(200),
    client_address: repeated(500),
    tag: repeated(200),
    name: repeated(200),
    /** Read from the record; if sent, it has to be the technician's. */
    assigned_name: repeated(200),
    visit_type: optional(wholeBetween(0, 0, badVisitType)),
    /** Ignored: decided by the slot and the current time. */
    late_schedule: flag.nullish(),
    /** Recipient of this visit's notices to the customer; empty: the client's own address. */
    email: optional(
      text(254, badEmail, badEmail)
        .transform((value) => value.trim())
        .refine((value) => value === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value), badEmail),
    ),
    /** Further orders of the operation for the visit: a comma-separated text, or a list. */
    related_orders: z
      .union([z.string().max(2_000), z.array(z.string().max(20)).max(100)], badNumbers)
      .nullish()
      .transform((list) => {
        const numbers = typeof list === 'string' ? list.split(',') : (list ?? []);
        return [...new Set(numbers.map((number) => number.trim()).filter((number) => number !== ''))];
      })
      .refine((numbers) => numbers.every((number) => /^\d{11}$/.test(number)), badNumbers),
    notify_tech: z.boolean().nullish(),
    checked: z
      .array(text(40))
      .max(10)
      .nullish()
      .transform((list) => list ?? ['public_link']),
    /** The user has seen that the order has open visits and goes on (S2 §5, 'Confirmar'). */
    confirm_pending: z.boolean().nullish(),
    /** Its messages wait as long as it can be taken back by `visit/undo` with its Idempotency-Key (ux.md U68). */
    undoable: flag.nullish(),
    ...overbookFields,
  })
  .superRefine(checkOverbook);
