import { mayDo } from '../../../machines/access/permissions.ts';
import { fitText, placesLeft } from '../../../machines/calendar/capacity.ts';
import { type Refusal, refuse } from '../../../machines/words/refusals.ts';
import { lockPlaces, type Place } from '../../record/places.ts';
import type { Frame } from '../../record/transact.ts';

type Asked = {
  /** How many visits are put there. */
  count: number;
  /** The input's names of the slot, for the refusal. */
  fields: string[];
  overbook: boolean;
  /** Places that the visits leave: locked with it, in one order. */
  leave?: Place[];
};

/** How many of the visits, the last ones, stand above the capacity. */
export type Held = { over: number };

/**
 * Locks a slot's places for the visits that this command puts there (contract §10): all of them fit, or none is put.
 * A sender who may, and says so, goes over the capacity.
 */
export async function holdPlaces(frame: Frame, place: Place, request: Asked): Promise<Held | Refusal> {
  const { count, fields, overbook, leave = [] } = request;
  if (overbook && !mayDo(frame.actor, 'can_overbook')) return refuse('permission-missing');
  const [counter] = await lockPlaces(frame.tx, [place, ...leave]);
  const left = placesLeft(counter!.capacity, counter!.taken);
  if (left === null || count <= left) return { over: 0 };
  return overbook ? { over: count - left } : refuseFull(left, count, fields);
}

/** 409 with how many places are left. */
export function refuseFull(left: number, count: number, fields: string[]): Refusal {
  const { text } = refuse('slot-full');
  const why = left === 0 || count === 1 ? text : fitText(left, count);
  return refuse('slot-full', { left, fields: Object.fromEntries(fields.map((field) => [field, why])) });
}

/** The reason of going over, in the visit's history. */
export function recordOverbooked(
  frame: Frame,
  visit: { id: number; operation: string; orderNumber: string; technicianId: number | null },
  { reason, place }: { reason: string; place: Pick<Place, 'day' | 'slotId'> },
): void {
  frame.record({
    operation: visit.operation,
    name: 'visit.overbooked',
    visitId: visit.id,
    orderNumber: visit.orderNumber,
    technicianId: visit.technicianId,
    data: { note: reason, to: { day: place.day, slotId: place.slotId } },
  });
}
