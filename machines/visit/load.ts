import { holdsPlace } from '../calendar/capacity.ts';
import type { VisitFacts } from './facts.ts';

/** Minutes of a visit of a kind that was never measured here. */
export const usualMinutes = 60;

/** Minutes that visits took here, from the way to the closing, by order type. */
export type Durations = Record<number, number>;

type Worked = VisitFacts & { orderType: number };

/** The minutes that visits are estimated to take, of those that hold a place. */
export const estimatedMinutes = (visits: readonly Worked[], durations: Durations): number =>
  visits.filter(holdsPlace).reduce((sum, { orderType }) => sum + (durations[orderType] ?? usualMinutes), 0);

/** The minutes of a day's work: the slots' hours, each once where slots overlap. */
export function shiftMinutes(slots: readonly { fromHour: number; toHour: number }[]): number {
  const hours = new Set<number>();
  for (const { fromHour, toHour } of slots) for (let hour = fromHour; hour < toHour; hour++) hours.add(hour);
  return hours.size * 60;
}

/** '5 h 30' */
export function hoursText(minutes: number): string {
  const half = Math.round(minutes / 30) * 30;
  const rest = half % 60;
  return `${Math.floor(half / 60)} h${rest === 0 ? '' : ` ${rest}`}`;
}
