import { useLocation } from '@remix-run/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { FieldVisit } from '../../../db/reads/technician-day.ts';
import { dispatcherSteps, statusLabel } from '../../../machines/visit.ts';
import { words } from '../../words.ts';

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
  const [asked, setAsked] = useState(() => readSelection(search));
  const selected = useMemo(
    () => visits.filter((visit) => asked.has(visit.id) && isSelectable(visit)),
    [visits, asked],
  );
  const put = (ids: Iterable<number>) => setAsked(new Set(ids));

  const text = [...asked].join(',');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is written again
  useEffect(() => {
    const address = new URL(window.location.href);
    if (text) address.searchParams.set('sel', text);
    else address.searchParams.delete('sel');
    // Not a navigation: a tick in a box asks nobody for anything.
    if (address.href !== window.location.href) window.history.replaceState(window.history.state, '', address);
  }, [text, search]);
  useLeaving(visits, asked, setLeft);
  return {
    selected,
    left,
    has: (id: number) => asked.has(id),
    clear: () => put([]),
    all: () => put(visits.filter(isSelectable).map(({ id }) => id)),
    leaveOut: (id: number) => put(selected.map((visit) => visit.id).filter((other) => other !== id)),
    /** With Shift, everything from the last one touched to this one becomes as this one. */
    toggle(id: number, shift: boolean) {
      const ids = new Set(selected.map((visit) => visit.id));
      const on = !ids.has(id);
      const places = visits.map((visit) => visit.id);
      const [a, b] = [places.indexOf(anchor.current ?? id), places.indexOf(id)].sort((x, y) => x - y);
      const range = shift && a !== undefined && a >= 0 ? visits.slice(a, b! + 1) : [];
      for (const visit of range.length > 0 ? range : visits.filter((one) => one.id === id)) {
        if (on && isSelectable(visit)) ids.add(visit.id);
        else ids.delete(visit.id);
      }
      anchor.current = id;
      put(ids);
    },
  };
}

const readSelection = (search: string): Set<number> =>
  new Set(
    (new URLSearchParams(search).get('sel') ?? '')
      .split(',')
      .filter((text) => /^\d{1,10}$/.test(text))
      .map(Number),
  );

/** Says which selected visit just stopped being selectable, and why. */
function useLeaving(visits: FieldVisit[], asked: Set<number>, say: (text: string) => void) {
  const were = useRef(new Map<number, boolean>());
  useEffect(() => {
    for (const visit of visits) {
      const now = isSelectable(visit);
      if (asked.has(visit.id) && were.current.get(visit.id) && !now)
        say(words.slot.left(visit.id, statusLabel(visit, visit.reasonText)));
      were.current.set(visit.id, now);
    }
  }, [visits, asked, say]);
}
