import { readJson } from '../../data/read-json.ts';
import type { Foreseen } from '../retention-preview/route.ts';

/** Until when orders were closed, and how many of them lose their data. */
export type Effect = { before: string; orders: number };

/** What would be deleted, counted now; it never throws. An empty text: there was no answer. */
export async function foresee(operation: string, months: number): Promise<Foreseen> {
  const answer = await readJson<Foreseen | null>(`/retention/preview?op=${operation}&months=${months}`).catch(
    () => null,
  );
  return typeof answer?.ok === 'boolean' ? answer : { ok: false, text: '' };
}
