import type { OffsetSpan } from '../../machines/calendar/zone.ts';

/** The document's element that says how far the provider's zone is from UTC, and from when until when. */
export const offsetMeta = 'zone-offset';

export const writeOffset = ({ from, until, offset }: OffsetSpan): string => [from, until, offset].join(' ');

/** What the document says; null where it does not, so that a browser looks it up itself. */
export function readOffset(document: Document): OffsetSpan | null {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${offsetMeta}"]`)?.content ?? '';
  const [from, until, offset] = content.split(' ').map(Number);
  return [from, until, offset].every(Number.isFinite)
    ? { from: from!, until: until!, offset: offset! }
    : null;
}
