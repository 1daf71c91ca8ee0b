import { z } from 'zod';
import { isDay } from '../../machines/calendar/slots.ts';
import { refuse } from '../../machines/words/refusals.ts';
import { lengthOf, textLimits } from '../../machines/words/text-limits.ts';

/**
 * The elementary schemas of the commands' inputs. A number may be its decimal text; 'none' is null or absent
 * (contract §3, 'Shapes').
 */
const checkTheData = 'Por favor verifique los datos ingresados';

/** PostgreSQL cannot store NUL, and a lone surrogate is not text: both are refused, not repaired. */
const isCleanText = (text: string) => !text.includes('\u0000') && text.isWellFormed();

const integer = (max: number, min = 0, text: string = checkTheData) =>
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
export const id = integer(2_147_483_647, 1);
/** From 0. @param text the answer to anything else */
export const wholeNumber = (max = 2_147_483_647, text?: string) => integer(max, 0, text);
/** How many rows of a paged list to skip; default none. */
export const pageOffset = integer(2_147_483_647)
  .nullish()
  .transform((offset) => offset ?? 0);
export const optional = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? null);

/**
 * Length is counted in code points, the same on both sides.
 * @param notText the answer where no text came: absent, null, or of another type
 */
export const text = (
  max: number,
  tooLong = `El texto admite hasta ${max} caracteres.`,
  notText: string = checkTheData,
) =>
  z
    .string(notText)
    .refine(isCleanText, checkTheData)
    .refine((value) => lengthOf(value) <= max, tooLong)
    .meta({ maxLength: max });

/**
 * A required text, trimmed: absent, null, of another type, empty and shorter than `min` code points are all
 * answered with `required`, so that forms and calls agree (S1 §5, S2 §5).
 */
export const requiredText = (
  max: number,
  required: string,
  { min = 1, tooLong }: { min?: number; tooLong?: string } = {},
) =>
  text(max, tooLong, required)
    .transform((value) => value.trim())
    .refine((value) => lengthOf(value) >= min, required);

const codeOr = (text: string) => z.string(text).regex(/^[0-9]{3}$/, text);
/** An operation: anything but a code is answered like a missing one. */
export const operationCode = codeOr(refuse('operation-required').text);
/** An operation of a list. */
export const listedOperation = codeOr(refuse('operation-unknown').text);
const notOperations = 'Las operaciones deben ser una lista de códigos de 3 dígitos.';
/** The operations that are asked about: one code, or a list. */
export const askedOperations = z.union(
  [
    codeOr(notOperations).transform((code) => [code]),
    z.array(codeOr(notOperations)).max(500, 'Se pueden elegir hasta 500 operaciones.'),
  ],
  notOperations,
);
export const elevenDigits = z.string(checkTheData).regex(/^[0-9]{11}$/, checkTheData);
const dayRequired = 'La fecha es obligatoria.';
export const day = z
  .string(dayRequired)
  .refine((value) => value !== '', { error: dayRequired, abort: true })
  .refine(isDay, 'La fecha no es válida.')
  .meta({ format: 'date' });
export const flag = z.boolean(checkTheData);

/** The visit's version that the caller saw; an older one is refused (409). */
export const seenVersion = wholeNumber().nullish();

/** A chosen id: anything else is answered with this text. */
export const chosen = (text: string) => integer(2_147_483_647, 1, text);

/** A technician's id: an invalid one is answered like an unknown one (S2 §5 'Technician name must be resolvable'). */
export const technician = chosen(refuse('technician-of-other-operation').text);

export const chosenSlot = chosen('La franja horaria es obligatoria.');

/** A whole number of a range; anything else is answered with this text. */
export const wholeBetween = (min: number, max: number, text: string) => integer(max, min, text);

/** A name: 1 to 80 characters, trimmed. */
export const name = requiredText(textLimits.settingName, refuse('name-required').text, {
  tooLong: 'El nombre admite hasta 80 caracteres.',
});

const keyRequired = 'Falta la clave del cambio.';
/** The Idempotency-Key of a change that is taken back. */
export const undoKey = text(200, undefined, keyRequired).refine((key) => key !== '', keyRequired);

/** One id, or a list of 1 to 500. */
export const oneOrMany = z.union(
  [id, z.array(id).min(1, checkTheData).max(500, 'Se pueden elegir hasta 500 visitas.')],
  checkTheData,
);
/** Without duplicates, in order. */
export const listOf = (ids: number | number[]): number[] => [...new Set([ids].flat())];

const notAnInstant =
  'La fecha debe ser ISO 8601 con su diferencia horaria, por ejemplo 2026-03-05T14:30:00-03:00.';
/** An instant within the record's years. */
export const instant = z.iso
  .datetime({ offset: true, error: notAnInstant })
  .transform((value) => new Date(value))
  .refine((date) => date.getUTCFullYear() >= 1990 && date.getUTCFullYear() <= 2199, notAnInstant);

/** When a step took place that is reported later (contract §8 'real time'); absent: now. */
export const happenedAt = instant.nullish().transform((at) => at ?? undefined);

/** The seen versions of several visits, by visit id; others are not checked. */
export const seenVersions = z.record(z.string().regex(/^\d{1,10}$/), wholeNumber()).nullish();
