import type { Slot } from '../../../db/reads/settings/operation.ts';
import { leftIn } from '../../../machines/calendar/capacity.ts';
import { slotHasEnded } from '../../../machines/calendar/slots.ts';
import { cellKey, type WeekState } from '../../data/week-view.ts';

/** The places left in the slots of a day that are not over; null: none of them has a capacity. */
export function placesOfDay(
  cells: WeekState['cells'],
  slots: readonly Slot[],
  day: string,
  now: Date,
): number | null {
  const left = slots.flatMap((slot) =>
    slot.enabled && !slotHasEnded(day, slot.toHour, now)
      ? (leftIn(slot, day, cells.get(cellKey(day, slot.id)) ?? []) ?? [])
      : [],
  );
  return left.length === 0 ? null : left.reduce((sum, places) => sum + places, 0);
}
