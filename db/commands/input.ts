import { z } from 'zod';
import { refuse } from '../../machines/refusals.ts';
import { isDay } from '../../machines/slots.ts';

/**
 * The small schemas that the commands' inputs are made of. A number may come as
 * its decimal text; 'none' is null or absent (contract §3, 'Shapes').
 */
const checkTheData = 'Por favor verifique los datos ingresados';

/** NUL cannot be stored by PostgreSQL and a lone surrogate is not text: both are refused, not repaired. */
const isCleanText = (text: string) => !text.includes('\u0000') && text.isWellFormed();

const whole = (max: number, min = 0) =>
  z
    .union(
      [
        z.int().min(min).max(max),
        z
          .string()
          .regex(/^\d{1,10}$/)
          .transform(Number),
      ],
      checkTheData,
    )
    .pipe(z.number().min(min, checkTheData).max(max, checkTheData));

/** An id that a row can have: 1 to 2^31 - 1. */
export const id = whole(2_147_483_647, 1);
export const wholeNumber = (max = 2_147_483_647) => whole(max);
export const optional = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? null);

/** Length is counted in characters as a person sees code points, the same on both sides. */
export const text = (max: number, tooLong = `El texto admite hasta ${max} caracteres.`) =>
  z
    .string(checkTheData)
    .refine(isCleanText, checkTheData)
    .refine((value) => [...value].length <= max, tooLong)
    .meta({ maxLength: max });

export const operationCode = z.string(checkTheData).regex(/^[0-9]{3}$/, checkTheData);
export const elevenDigits = z.string(checkTheData).regex(/^[0-9]{11}$/, checkTheData);
export const day = z
  .string('La fecha es obligatoria.')
  .refine(isDay, 'La fecha no es válida.')
  .meta({ format: 'date' });
export const flag = z.boolean(checkTheData);

/** The visit's version that the asker saw; acting on an older one is refused (409). */
export const seenVersion = wholeNumber().nullish();

/** An id that had to be chosen: anything else is answered with this text. A union, because only it speaks for its parts. */
export const chosen = (text: string) => z.union([id, z.never()], text);

/** A whole number of a range; anything else is answered with this text. */
export const wholeBetween = (min: number, max: number, text: string) =>
  z.union([whole(max).pipe(z.number().min(min, text)), z.never()], text);

/** What something is called: 1 to 80 characters, without the spaces around. */
export const name = text(80, 'El nombre admite hasta 80 caracteres.')
  .transform((value) => value.trim())
  .refine((value) => value !== '', refuse('name-required').text);

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
export const countOf = (value: string) => [...value].length;
