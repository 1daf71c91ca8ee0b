import type { Changes } from '../../db/feed/changes.ts';
import { calendarVisit } from '../../db/reads/visits/calendar-row.ts';

export type NewsOfClient = { operation: string | null; concerns: (changes: Changes) => boolean };

/** What happens to a client: a visit or an order of theirs changes. */
export function useNewsOfClient(id: string | null): NewsOfClient {
  return {
    operation: id === null || !/^\d{11}$/.test(id) ? null : id.slice(0, 3),
    concerns: (changes) =>
      changes.orders.some((order) => order.clientId === id) ||
      changes.visits.some((row) => calendarVisit(row).clientId === id),
  };
}
