/** What a selection needs to know of a visit. */
export type Selectable = { id: number; selectable: boolean };

/**
 * A press on one visit's box: it turns, and with Shift everything between the last one touched and this one
 * becomes as this one. What cannot be selected is passed over.
 * @param visits as they stand on the screen, in that order
 * @param anchor the last one touched; null, or one that is gone: none
 */
export function toggled(
  visits: readonly Selectable[],
  selected: ReadonlySet<number>,
  { id, anchor, shift }: { id: number; anchor: number | null; shift: boolean },
): Set<number> {
  const next = new Set(selected);
  const to = visits.findIndex((visit) => visit.id === id);
  if (to < 0) return next;
  const anchored = shift ? visits.findIndex((visit) => visit.id === anchor) : -1;
  const from = anchored < 0 ? to : anchored;
  const on = !selected.has(id);
  for (const visit of visits.slice(Math.min(from, to), Math.max(from, to) + 1))
    if (on && visit.selectable) next.add(visit.id);
    else next.delete(visit.id);
  return next;
}

/** The ids that the address keeps (`sel`), whatever was written there. */
export const readSelection = (search: string): Set<number> =>
  new Set(
    (new URLSearchParams(search).get('sel') ?? '')
      .split(',')
      .filter((text) => /^\d{1,10}$/.test(text))
      .map(Number),
  );
