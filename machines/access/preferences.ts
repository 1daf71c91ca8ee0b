import { z } from 'zod';

/** The remembered filters of a board; the week and open panels are not (ux.md U16). */
export const rememberedParams = [
  'op',
  'zona',
  'modo',
  'contratistas',
  'sinvisita',
  'tipo',
  'lista',
  'dias',
  'vista',
  'grupo',
] as const;

const search = z
  .string()
  .max(300)
  .regex(/^[A-Za-z0-9=&%+.-]*$/);

/** A user's preferences, on every device. */
export const preferencesSchema = z.object({
  /** Single-letter shortcuts, which WCAG 2.1.4 requires to be switchable (ux.md U19). */
  singleKeys: z.boolean().optional(),
  /** The last filters of each board, as in its address. */
  jefetec: search.optional(),
  calendario: search.optional(),
});

export type Preferences = z.output<typeof preferencesSchema>;

/** The stored preferences, without what this version does not know. */
export function readPreferences(raw: unknown): Preferences {
  const parsed = preferencesSchema.safeParse(raw);
  return parsed.success ? parsed.data : {};
}

// Of operations there may be several.
const shapeOf = (name: string) =>
  name === 'op' ? /^[a-z0-9]{1,20}(,[a-z0-9]{1,20}){0,3}$/i : /^[a-z0-9]{1,20}$/i;

export function rememberedOf(search: string): string {
  const params = new URLSearchParams(search);
  const kept = new URLSearchParams();
  for (const name of rememberedParams) {
    const value = params.get(name);
    if (value !== null && shapeOf(name).test(value)) kept.set(name, value);
  }
  return kept.toString();
}
