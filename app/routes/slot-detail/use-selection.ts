import { useLocation } from '@remix-run/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { FieldVisit } from '../../../db/reads/visits/technician-day.ts';
import { dispatcherSteps } from '../../../machines/visit/buttons.ts';
import { statusLabel } from '../../../machines/visit/labels.ts';
import { slotWords } from '../../words/setup/slot-words.ts';
import { readSelection, toggled } from './selection.ts';

/** S2 §2: only open visits that are not 'En camino' or 'Cierre demorado' can be selected. */
export const isSelectable = (visit: FieldVisit): boolean => dispatcherSteps(visit).reschedule === null;

/**
 * What is selected: at once on the screen, and a moment later in the address
 * (`sel`), so that a reload keeps it. A visit that can no longer be selected
 * leaves, and that is said.
 */
export function useSelection(visits: FieldVisit[]) {
  const { search } = useLocation();
  const [left, setLeft] = useState('');
  const anchor = useRef<number | null>(null);
  const [chosen, setChosen] = useState(() => readSelection(search));
  const selected = useMemo(
    () => visits.filter((visit) => chosen.has(visit.id) && isSelectable(visit)),
    [visits, chosen],
  );
  const put = (ids: Iterable<number>) => setChosen(new Set(ids));

  const text = [...chosen].join(',');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is written again
  useEffect(() => {
    const address = new URL(window.location.href);
    if (text) address.searchParams.set('sel', text);
    else address.searchParams.delete('sel');
    // Not a navigation: ticking a box sends no request.
    if (address.href !== window.location.href) window.history.replaceState(window.history.state, '', address);
  }, [text, search]);
  useLeaving(visits, chosen, (visit) => {
    setLeft(slotWords.left(visit.id, statusLabel(visit, visit.reasonText)));
    setChosen((before) => new Set([...before].filter((id) => id !== visit.id)));
  });
  return {
    selected,
    left,
    has: (id: number) => chosen.has(id),
    clear: () => put([]),
    all: () => put(visits.filter(isSelectable).map(({ id }) => id)),
    leaveOut: (id: number) => put(selected.map((visit) => visit.id).filter((other) => other !== id)),
    toggle(id: number, shift: boolean) {
      const shown = visits.map((visit) => ({ id: visit.id, selectable: isSelectable(visit) }));
      const ids = new Set(selected.map((visit) => visit.id));
      put(toggled(shown, ids, { id, anchor: anchor.current, shift }));
      anchor.current = id;
    },
  };
}

/**
 * A selected visit that stops being selectable leaves for good, with a notice: if it came back by itself, the next
 * command would include a visit that the dispatcher believes to be out.
 */
function useLeaving(visits: FieldVisit[], chosen: ReadonlySet<number>, leave: (visit: FieldVisit) => void) {
  const were = useRef(new Map<number, boolean>());
  const latest = useRef(leave);
  latest.current = leave;
  useEffect(() => {
    for (const visit of visits) {
      const now = isSelectable(visit);
      if (chosen.has(visit.id) && were.current.get(visit.id) && !now) latest.current(visit);
      were.current.set(visit.id, now);
    }
  }, [visits, chosen]);
}
