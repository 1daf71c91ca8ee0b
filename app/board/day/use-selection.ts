import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { CalendarVisit } from '../../../db/reads/visits/calendar-row.ts';
import { isOpen } from '../../../machines/visit/facts.ts';
import { useEscape } from '../use-escape.ts';

/** Several visits at once: Space, or a press with Ctrl. One that has closed or gone is selected no more. */
export function useSelection(area: RefObject<HTMLElement>, visits: readonly CalendarVisit[]) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const open = useMemo(() => new Set(visits.filter((visit) => isOpen(visit)).map(({ id }) => id)), [visits]);
  const selected = useMemo(() => {
    const left = [...chosen].filter((id) => open.has(id));
    return left.length === chosen.size ? chosen : new Set(left);
  }, [chosen, open]);
  const now = useRef({ selected, open });
  now.current = { selected, open };
  const toggle = useCallback((id: number) => {
    const { selected, open } = now.current;
    if (!open.has(id)) return;
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  }, []);
  /** Many at once, those that are open; they take the place of what was selected, or are added to it. */
  const choose = useCallback((ids: readonly number[], adds: boolean) => {
    const { selected, open } = now.current;
    setChosen(new Set([...(adds ? selected : []), ...ids.filter((id) => open.has(id))]));
  }, []);
  const clear = useCallback(() => setChosen(new Set()), []);
  /** What was moved is chosen no more; the others still are. */
  const release = useCallback((ids: readonly number[]) => {
    const { selected } = now.current;
    if (ids.some((id) => selected.has(id)))
      setChosen(new Set([...selected].filter((id) => !ids.includes(id))));
  }, []);
  // The panel beside the board is left first.
  useEscape(selected.size === 0 ? null : () => document.querySelector('[data-beside]') || clear());
  /** A visit, with those that are selected if it is one of them. */
  const idsOf = useCallback((id: number): number[] => {
    const { selected } = now.current;
    return selected.has(id) ? [...selected] : [id];
  }, []);
  useEffect(() => {
    const root = area.current;
    if (!root) return;
    const onClick = (event: MouseEvent) => {
      const card = (event.target as Element).closest<HTMLElement>('[data-visit-id][data-stop]');
      if (!card || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      event.stopPropagation();
      toggle(Number(card.dataset.visitId));
    };
    root.addEventListener('click', onClick, true);
    return () => root.removeEventListener('click', onClick, true);
  }, [area, toggle]);
  return { selected, toggle, choose, clear, release, idsOf };
}
