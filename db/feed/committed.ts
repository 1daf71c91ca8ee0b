import { consequencesOf, type EventName } from '../../machines/events.ts';
import type { CalendarRow } from '../reads/visits/calendar-row.ts';

/** What boards know of an event (contract §5). */
export type ChangeEvent = {
  version: number;
  name: EventName;
  visitId: number | null;
  order: string | null;
  key: string | null;
};

/**
 * A change as its own command committed it. `visit`: null where boards have to read what it touched; `writtenAt`: by
 * `performance.now()`.
 */
export type Committed = {
  event: ChangeEvent;
  visit: CalendarRow | null;
  writtenAt: number;
};

/** An event that a command wrote, for the boards of its process; without the visit where more than that is touched. */
export const committedOf = (
  { name, visitId, orderNumber }: { name: EventName; visitId?: number | null; orderNumber?: string | null },
  { version, row }: { version: number; row: CalendarRow | null },
  key: string | null,
): Committed => ({
  event: { version, name, visitId: visitId ?? null, order: orderNumber ?? null, key },
  visit: consequencesOf(name)?.board.join() === 'visit' ? row : null,
  writtenAt: performance.now(),
});
