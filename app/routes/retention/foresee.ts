import { type AskAnswer, askAddress } from '../../data/ask.ts';
import { readJson } from '../../data/read-json.ts';

/** Until when orders were closed, and how many of them lose their data. */
export type Effect = { before: string; orders: number };

/** What would be deleted, counted now; it never throws. An empty text: there was no answer. */
export async function foresee(
  operation: string,
  months: number,
): Promise<({ ok: true } & Effect) | { ok: false; text: string }> {
  const address = askAddress('foreseenForgetting', { subsidiary: operation, months: String(months) });
  const answer = await readJson<AskAnswer<'foreseenForgetting'> | null>(address).catch(() => null);
  return typeof answer?.ok === 'boolean' ? answer : { ok: false, text: '' };
}
