/** What the history of a slot keeps of one change. */
type SlotChange = {
  change?: unknown;
  from?: { fromHour?: unknown; toHour?: unknown };
  to?: { fromHour?: unknown; toHour?: unknown };
};

/**
 * Whether a slot has hours of which its customers were not notified: they changed since the last time.
 * @param changes the slot's own, the newest first
 */
export function hasHoursToNotify(changes: SlotChange[]): boolean {
  const last = changes.find((change) => change.change === 'notified' || changesHours(change));
  return last !== undefined && last.change !== 'notified';
}

const changesHours = ({ change, from, to }: SlotChange): boolean =>
  change === 'edited' && (from?.fromHour !== to?.fromHour || from?.toHour !== to?.toHour);
