/** A length of time as people read it: '2 d 3 h', '1 h 05 min', '12 min'. Negative ones keep their sign. */
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
