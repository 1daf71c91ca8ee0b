const place = 'agenda.reloj';

/** How far the server's clock is ahead of this device's, in milliseconds, as the last answer said. */
let offset: number | null = null;

/** Learns the server's time from an answer's `Date`, which counts whole seconds. */
export function noteServerTime(date: string | null, now = Date.now()): void {
  const server = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(server)) return;
  offset = server + 500 - now;
  try {
    localStorage.setItem(place, String(offset));
  } catch {
    // A full or forbidden storage only loses what a restart would remember.
  }
}

/** Now, by the server's clock: a device's own may be wrong. */
export function serverNow(now = Date.now()): Date {
  offset ??= Number(localStorage.getItem(place) ?? 0) || 0;
  return new Date(now + offset);
}

/** Asks for the server's time, so that the first press is recorded with it. */
export async function learnServerTime(): Promise<void> {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
  noteServerTime(answer?.headers.get('date') ?? null);
  // Unread, the request would stay open.
  await answer?.text().catch(() => '');
}
