import { z } from 'zod';
import { isDay } from '../../machines/calendar/slots.ts';
import { refuse } from '../../machines/words/refusals.ts';

/**
 * The small schemas that the commands' inputs are made of. A number may come as
 * its decimal text; 'none' is null or absent (contract §3, 'Shapes').
 */
const checkTheData = 'Por favor verifique los datos ingresados';

/** NUL cannot be stored by PostgreSQL and a lone surrogate is not text: both are refused, not repaired. */
const isCleanText = (text: string) => !text.includes('\u0000') && text.isWellFormed();

const whole = (max: number, min = 0, text: string = checkTheData) =>
  z
    .union(
      [
        z.int().min(min, { error: text, abort: true }).max(max, { error: text, abort: true }),
        z
          .string()
          .regex(/^\d{1,10}$/)
          .transform(Number),
      ],
      text,
    )
    .pipe(z.number().min(min, { error: text, abort: true }).max(max, { error: text, abort: true }));

/** An id that a row can have: 1 to 2^31 - 1. */
export const id = whole(2_147_483_647, 1);
/** From 0. @param text what anything else is answered with */
export const wholeNumber = (max = 2_147_483_647, text?: string) => whole(max, 0, text);
/** How many rows of a paged list the asker has already; none unless told. */
export const pageOffset = whole(2_147_483_647)
  .nullish()
  .transform((offset) => offset ?? 0);
export const optional = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? null);

/**
 * Length is counted in characters as a person sees code points, the same on both sides.
 * @param notText what is answered where no text came: absent, null, or of another type
 */
export const text = (
  max: number,
  tooLong = `El texto admite hasta ${max} caracteres.`,
  notText: string = checkTheData,
) =>
  z
    .string(notText)
    .refine(isCleanText, checkTheData)
    .refine((value) => [...value].length <= max, tooLong)
    .meta({ maxLength: max });

/**
 * A text that has to be written, without the spaces around it: absent, null, of another type, empty and shorter than
 * `min` code points are all answered with `required`, so that forms and calls speak with one voice (S1 §5, S2 §5).
 */
export const requiredText = (
  max: number,
  required: string,
  { min = 1, tooLong }: { min?: number; tooLong?: string } = {},
) =>
  text(max, tooLong, required)
    .transform((value) => value.trim())
    .refine((value) => countOf(value) >= min, required);

export const operationCode = z.string(checkTheData).regex(/^[0-9]{3}$/, checkTheData);
export const elevenDigits = z.string(checkTheData).regex(/^[0-9]{11}$/, checkTheData);
const dayRequired = 'La fecha es obligatoria.';
export const day = z
  .string(dayRequired)
  .refine((value) => value !== '', { error: dayRequired, abort: true })
  .refine(isDay, 'La fecha no es válida.')
  .meta({ format: 'date' });
export const flag = z.boolean(checkTheData);

/** The visit's version that the asker saw; acting on an older one is refused (409). */
export const seenVersion = wholeNumber().nullish();

/** An id that had to be chosen: anything else is answered with this text. */
export const chosen = (text: string) => whole(2_147_483_647, 1, text);

/** The operation that a setting belongs to, where it has to be named: anything but a code is answered with the literal text. */
export const requiredOperation = z
  .string(refuse('operation-required').text)
  .regex(/^[0-9]{3}$/, refuse('operation-required').text);

/** A technician by id: what cannot be one is answered as one that is not found (S2 §5 'Technician name must be resolvable'). */
export const technician = chosen(refuse('technician-of-other-operation').text);

/** The slot of a visit. */
export const chosenSlot = chosen('La franja horaria es obligatoria.');

/** A whole number of a range; anything else is answered with this text. */
export const wholeBetween = (min: number, max: number, text: string) => whole(max, min, text);

/** What something is called: 1 to 80 characters, without the spaces around. */
export const name = requiredText(80, refuse('name-required').text, {
  tooLong: 'El nombre admite hasta 80 caracteres.',
});

/** One id, or a list of 1 to 500. */
export const oneOrMany = z.union(
  [id, z.array(id).min(1, checkTheData).max(500, 'Se pueden elegir hasta 500 visitas.')],
  checkTheData,
);
/** Each id once, in the order given. */
export const listOf = (ids: number | number[]): number[] => [...new Set([ids].flat())];

/** The versions seen of several visits, by visit id; those not named are not asked. */
export const seenVersions = z.record(z.string().regex(/^\d{1,10}$/), wholeNumber()).nullish();

/** Code points, as `text` counts them. */
export function countOf(value: string): number {
  return [...value].length;
}
