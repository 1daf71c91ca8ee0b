import type { ReadName, Shown } from '../../db/reads/registry.ts';
import type { RefusedAnswer } from '../../machines/wire/refusal.ts';

/** What a screen receives of a read of the registry. */
export type AskAnswer<Name extends ReadName> = Shown<Name> | RefusedAnswer;

/** Where a read of the registry is asked for, with the fields of its call. */
export const askAddress = (name: ReadName, query: Record<string, string>): string =>
  `/ask/${name}?${new URLSearchParams(query)}`;

/** Where a visit in full is asked for; `version` asks again for what has changed since. */
export const fieldVisitAddress = (id: number, version?: number): string =>
  askAddress('fieldVisit', {
    visit_id: String(id),
    ...(version === undefined ? {} : { version: String(version) }),
  });
