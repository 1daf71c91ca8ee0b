/** The zone in which it is ten in the morning (from 10:00 to 10:59) at an instant, as IANA names it. */
export function morningZone(now: Date): string {
  const ahead = 10 - now.getUTCHours();
  const hours = ahead < -12 ? ahead + 24 : ahead;
  // East is negative in these names.
  return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
}
