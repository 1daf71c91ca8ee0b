import { commandTimeoutMs } from '../../data/send-command.ts';
import type { Foreseen } from '../retention-preview/route.ts';

/** Until when orders were closed, and how many of them lose their data. */
export type Effect = { before: string; orders: number };

/** What would be deleted, counted now; it never throws. An empty text: there was no answer. */
export async function foresee(operation: string, months: number): Promise<Foreseen> {
  try {
    const response = await fetch(`/retention/preview?op=${operation}&months=${months}`, {
      signal: AbortSignal.timeout(commandTimeoutMs),
    });
    if (response.status === 401) window.location.assign('/login');
    const answer = (await response.json()) as Foreseen | null;
    return typeof answer?.ok === 'boolean' ? answer : { ok: false, text: '' };
  } catch {
    return { ok: false, text: '' };
  }
}
