import type { Found } from '../../db/reads/search/found.ts';

/** What was chosen. Its title is kept while the page lives, and no longer. */
export type Recent = Pick<Found, 'kind' | 'number' | 'operation'> & { title?: string };

const place = 'agenda:recent:';
const most = 6;
const kinds: readonly string[] = ['order', 'client', 'visit'] satisfies Found['kind'][];
const titles = new Map<string, string>();
const nameOf = ({ kind, number }: Recent) => `${kind} ${number}`;

/**
 * What this user chose last on this device, newest first. Only kinds and numbers are stored: names, addresses and
 * telephones are personal data, which the record alone keeps and forgets.
 */
export function listRecent(userId: number): Recent[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(place + userId) ?? '[]');
    return Array.isArray(stored)
      ? stored.flatMap((entry) =>
          isRecent(entry) ? [{ ...entry, ...withTitle(titles.get(nameOf(entry))) }] : [],
        )
      : [];
  } catch {
    return [];
  }
}

export function noteRecent(userId: number, { title, ...chosen }: Recent): void {
  if (title) titles.set(nameOf(chosen), title);
  const others = listRecent(userId).filter((recent) => nameOf(recent) !== nameOf(chosen));
  const stored = [chosen, ...others]
    .slice(0, most)
    .map(({ kind, number, operation }) => ({ kind, number, operation }));
  try {
    localStorage.setItem(place + userId, JSON.stringify(stored));
  } catch {
    // A device without room keeps what it had.
  }
}

/** No user is signed in any more. */
export function forgetRecent(): void {
  titles.clear();
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(place)) localStorage.removeItem(name);
  } catch {
    // Without a storage there is nothing in it.
  }
}

const withTitle = (title: string | undefined) => (title ? { title } : {});

function isRecent(value: unknown): value is Recent {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, number, operation } = value as Record<string, unknown>;
  return (
    kinds.includes(String(kind)) && /^\d{1,11}$/.test(String(number)) && /^\d{3}$/.test(String(operation))
  );
}
