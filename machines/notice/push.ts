/** What a technician's phone is sent (contract §8 'push'); the texts are in `workers/messages/to-phone.ts`. */
export const pushNames = ['assigned', 'removed', 'cancelled', 'rescheduled', 'at-home'] as const;
export type PushName = (typeof pushNames)[number];

/** The payload of a push message, as the service worker shows it. `tag`: one of the same tag replaces the former. */
export type PushPayload = { title: string; body: string; tag: string; url: string };

/** A message that a phone has not received for so long is no news any more, in seconds. */
export const pushTtlSeconds = 4 * 3_600;

type Event = {
  technicianId: number | null;
  data: { from?: { technicianId?: number | null }; to?: { technicianId?: number | null } };
};
type Visit = { technicianId: number | null; open: boolean };

/**
 * The technician who is sent it; null: none. Of an assignment it is sent as the visit stands by then: one that was
 * undone, or changed again, is no news.
 */
export function pushRecipient(name: PushName, { technicianId, data }: Event, visit: Visit): number | null {
  if (name === 'assigned') {
    const now = data.to?.technicianId ?? null;
    return now !== null && visit.open && visit.technicianId === now && data.from?.technicianId !== now
      ? now
      : null;
  }
  if (name === 'removed') {
    const before = data.from?.technicianId ?? null;
    return before !== null && visit.technicianId !== before ? before : null;
  }
  return technicianId;
}
