import { z } from 'zod';

/** The filters of a board that are remembered; the week and what is open belong to the moment (ux.md U16). */
export const rememberedParams = ['op', 'zona', 'modo', 'contratistas', 'sinvisita', 'tipo', 'lista'] as const;

const search = z
  .string()
  .max(300)
  .regex(/^[A-Za-z0-9=&%+.-]*$/);

/** What a user chose for themself, on whatever device. */
export const preferencesSchema = z.object({
  /** Shortcuts of one letter, which WCAG 2.1.4 wants to be switched off by whoever needs it (ux.md U19). */
  singleKeys: z.boolean().optional(),
  /** The last filters of each board, as they stand in its address. */
  jefetec: search.optional(),
  calendario: search.optional(),
});

export type Preferences = z.output<typeof preferencesSchema>;

/** What the record holds, as far as this version understands it. */
export function readPreferences(raw: unknown): Preferences {
  const parsed = preferencesSchema.safeParse(raw);
  return parsed.success ? parsed.data : {};
}

/** The part of an address's search that is remembered. */
export function rememberedOf(search: string): string {
  const params = new URLSearchParams(search);
  const kept = new URLSearchParams();
  for (const name of rememberedParams) {
    const value = params.get(name);
    if (value !== null && /^[a-z0-9]{1,20}$/i.test(value)) kept.set(name, value);
  }
  return kept.toString();
}
