import { tzOffset } from '@date-fns/tz';

/** Where `TIME_ZONE` names none (contract §2). */
const argentina = 'America/Argentina/Buenos_Aires';

let named: string | undefined;

/**
 * The provider's time zone (contract §2), the same in every process of an installation. The environment is read at the
 * first use: it is the one source that server, screens (which the build gives modules of their own), workers and commands
 * share. A browser has none; there the document says it (`knowZone`).
 */
export function businessZone(): string {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  named ??= process?.env?.TIME_ZONE?.trim() || argentina;
  return named;
}

/** From now on the business zone is this one; null: what the environment says. */
export function knowZone(zone: string | null): void {
  named = zone ?? undefined;
  knownSpan = null;
}

/** Whether it is the name of a zone that this host knows, such as 'America/Bogota'. */
export function isZone(name: string): boolean {
  try {
    // An offset ('-03:00') would be accepted here and not by PostgreSQL, which counts it the other way round.
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

/** The zone's offset from UTC in milliseconds, negative behind it, for all instants of [from, until). */
export type OffsetSpan = { from: number; until: number; offset: number };

const dayMs = 86_400_000;
const longestDays = 400;

const askedOffset = (at: number, zone: string): number => Math.round(tzOffset(zone, new Date(at)) * 60_000);

/** The span around an instant in which a zone's offset stays as it is: at most 400 days each way. */
export function spanOfOffset(now: number, zone: string = businessZone()): OffsetSpan {
  const offset = askedOffset(now, zone);
  const lastSame = (step: number) => {
    let days = 0;
    while (days < longestDays && askedOffset(now + step * (days + 1) * dayMs, zone) === offset) days += 1;
    // A day less: next to a change of the clocks an hour exists twice, or not at all.
    return now + step * Math.max(days - 1, 0) * dayMs;
  };
  return { from: lastSame(-1), until: lastSame(1), offset };
}

let knownSpan: OffsetSpan | null = null;

/**
 * From now on the offset is not looked up within this span. A browser makes its first formatter of a zone in 40 to 80 ms,
 * four times that on a phone, while its page is being drawn: the document brings what it would have found.
 */
export function knowOffset(span: OffsetSpan | null): void {
  knownSpan = span;
}

/** The known span where it has this instant; else it is looked up, and known. */
export function offsetAround(now: Date): OffsetSpan {
  const at = now.getTime();
  if (!knownSpan || at < knownSpan.from || at >= knownSpan.until) knownSpan = spanOfOffset(at);
  return knownSpan;
}

/** The business zone's offset from UTC at an instant in milliseconds; negative, for it is behind. */
export const offsetAt = (at: number): number =>
  knownSpan && at >= knownSpan.from && at < knownSpan.until
    ? knownSpan.offset
    : askedOffset(at, businessZone());

/**
 * The instant of a wall clock's time; `wall` is that time as if it were UTC, in milliseconds. Of an hour that exists twice
 * the first; of one that the clocks leave out, the time by the clocks of before. The host's own zone has no part in it.
 */
export function instantOfWall(wall: number): Date {
  if (knownSpan) {
    const at = wall - knownSpan.offset;
    if (at >= knownSpan.from && at < knownSpan.until) return new Date(at);
  }
  const offsets = [offsetAt(wall - dayMs), offsetAt(wall + dayMs)];
  const moments = offsets.map((offset) => wall - offset);
  return new Date(moments.find((at, n) => offsetAt(at) === offsets[n]) ?? Math.max(...moments));
}
