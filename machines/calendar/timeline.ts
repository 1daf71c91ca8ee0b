import { consequencesOf } from '../events.ts';

/** A readable duration: '2 d 3 h', '1 h 05 min', '12 min'. Negative ones keep their sign. */
export function friendlyDuration(milliseconds: number): string {
  const sign = milliseconds < 0 ? '-' : '';
  const minutes = Math.round(Math.abs(milliseconds) / 60_000);
  const days = Math.floor(minutes / 1_440);
  const hours = Math.floor((minutes % 1_440) / 60);
  const rest = minutes % 60;
  if (days > 0) return `${sign}${days} d ${hours} h`;
  if (hours > 0) return `${sign}${hours} h ${String(rest).padStart(2, '0')} min`;
  return `${sign}${rest} min`;
}

/**
 * 'Duración total' of a visit (S2 §2), in milliseconds: from its first event to the one that closed it,
 * without later messages or the customer's answer; of an open visit, to its last event.
 * @param events oldest first; instants as dates or as ISO texts
 */
export function totalDuration(events: { name: string; at: Date | string }[]): number {
  const last = events.findLast(({ name }) => consequencesOf(name)?.ends) ?? events.at(-1);
  const first = events[0];
  return first && last ? new Date(last.at).getTime() - new Date(first.at).getTime() : 0;
}
