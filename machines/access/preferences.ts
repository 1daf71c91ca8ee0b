import { z } from 'zod';

const search = z
  .string()
  .max(300)
  .regex(/^[A-Za-z0-9=&%+.-]*$/);

/** So many technicians can be pinned. */
export const mostFavourites = 50;

/** A user's preferences, on every device. */
export const preferencesSchema = z.object({
  /** Single-letter shortcuts, which WCAG 2.1.4 requires to be switchable (ux.md U19). */
  singleKeys: z.boolean().optional(),
  /** The last filters of each board, as in its address. */
  jefetec: search.optional(),
  calendario: search.optional(),
  /** The technicians who stand first in the day, by their user's id. */
  favourites: z.array(z.number().int().positive().max(2_147_483_647)).max(mostFavourites).optional(),
});

export type Preferences = z.output<typeof preferencesSchema>;

/** The stored preferences, without what this version does not know. */
export function readPreferences(raw: unknown): Preferences {
  const parsed = preferencesSchema.safeParse(raw);
  return parsed.success ? parsed.data : {};
}
