import { z } from 'zod';

/**
 * The small shapes that the calls' answers are made of (contract §3 'Shapes'). Answers are strict: a field that is
 * not declared here is a mistake, and a test finds it.
 */
export const id = z.int().min(1).max(2_147_483_647);
export const count = z.int().min(0);
export const version = z
  .int()
  .min(0)
  .meta({ description: 'Send it back as `version` to act on this one only.' });
export const elevenDigits = z.string().regex(/^[0-9]{11}$/);
export const operationCode = z.string().regex(/^[0-9]{3}$/);
/** YYYY-MM-DD. */
export const isoDay = z.iso.date();
/** dd/mm/yyyy. */
export const shownDay = z.string().regex(/^\d{2}\/\d{2}\/\d{4}$/);
/** ISO 8601 with its offset. */
export const instant = z.iso.datetime({ offset: true });
export const colour = z.string().regex(/^#[0-9a-f]{6}$/);
export const hour = z.int().min(0).max(24);
export const pngDataUrl = z.string().regex(/^data:image\/png;base64,/);
export const text = z.string();
export const flag = z.boolean();

/** What is chosen from a list. */
export const choice = z.strictObject({ value: id, text });

export const nothing = z.strictObject({});

/** A slot that a visit may be made in, by an order or a visit (S2 §3 `possible_timestripes`). */
export const possibleSlots = z.array(z.strictObject({ id, name: text, from: hour, to: hour }));
