import { and, between, eq, gt } from 'drizzle-orm';
import { capacityOn, placesLeft } from '../../../machines/calendar/capacity.ts';
import { addDays, slotHasEnded } from '../../../machines/calendar/slots.ts';
import type { Db } from '../../connection/open.ts';
import { typed } from '../../connection/typed.ts';
import { slotDays } from '../../schema/index.ts';
import { listSlots, type Slot } from '../settings/operation.ts';

/** What is left of a slot's capacity on a day; both null: any number. */
export type PlacesOfDay = { capacity: number | null; left: number | null };

/** Answers what is left of slots within these days (contract §10). */
export async function readPlaces(
  { sql }: Db,
  operation: string,
  from: string,
  to: string,
): Promise<(slot: Slot, day: string) => PlacesOfDay> {
  const rows = await typed(sql)
    .select({ day: slotDays.day, slotId: slotDays.slotId, taken: slotDays.taken })
    .from(slotDays)
    .where(and(eq(slotDays.operation, operation), between(slotDays.day, from, to), gt(slotDays.taken, 0)));
  const taken = new Map(rows.map((row) => [`${row.day}.${row.slotId}`, row.taken]));
  return (slot, day) => {
    const capacity = capacityOn(slot, day);
    return { capacity, left: placesLeft(capacity, taken.get(`${day}.${slot.id}`) ?? 0) };
  };
}

/** A slot of a day with places; `left` null: any number. */
export type FreePlace = Pick<Slot, 'id' | 'name' | 'fromHour' | 'toHour'> & {
  day: string;
  left: number | null;
};

const daysSearched = 30;

/** The nearest slots with places, from that day on, at most `count`: offered where the chosen one is full. */
export async function listFreePlaces(
  db: Db,
  operation: string,
  from: string,
  { now, count }: { now: Date; count: number },
): Promise<FreePlace[]> {
  const to = addDays(from, daysSearched);
  const [slots, placesOf] = await Promise.all([
    listSlots(db, [operation]),
    readPlaces(db, operation, from, to),
  ]);
  const free: FreePlace[] = [];
  for (let day = from; day <= to && free.length < count; day = addDays(day, 1))
    for (const slot of slots) {
      const { left } = placesOf(slot, day);
      if (!slot.enabled || left === 0 || slotHasEnded(day, slot.toHour, now)) continue;
      free.push({ day, id: slot.id, name: slot.name, fromHour: slot.fromHour, toHour: slot.toHour, left });
    }
  return free.slice(0, count);
}
