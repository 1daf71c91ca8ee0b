import type { OffsetSpan } from '../../../machines/calendar/zone.ts';

/** The document's element that names the provider's zone and says how far it is from UTC, from when until when. */
export const offsetMeta = 'zone-offset';

export const writeOffset = ({ from, until, offset }: OffsetSpan, zone: string): string =>
  [from, until, offset, zone].join(' ');

/** What the document says; null where it does not. Without a span the browser looks the offset up itself. */
export function readOffset(document: Document): { zone: string | null; span: OffsetSpan | null } {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${offsetMeta}"]`)?.content ?? '';
  const [from, until, offset, zone = null] = content.split(' ');
  const [begins, ends, milliseconds] = [from, until, offset].map(Number) as [number, number, number];
  const whole = [begins, ends, milliseconds].every(Number.isFinite);
  return { zone, span: whole ? { from: begins, until: ends, offset: milliseconds } : null };
}
