import { useEffect, useRef } from 'react';
import { addDays } from '../../../machines/calendar/slots.ts';
import { useSingleKey } from '../../shortcuts/shortcuts.tsx';
import { useAddress } from '../use-address.ts';
import { readDayParams } from './day-params.ts';
import type { Drop } from './use-drops.ts';

/** Another day, counted from the one in the address: two quick presses are two days. */
export function useTurnDay(today: string): (days: number) => void {
  const { set } = useAddress();
  return (days) => {
    const { day } = readDayParams(window.location.search, today);
    const next = addDays(day, days);
    set({ dia: next === today ? null : next, visita: null });
  };
}

type Acts = {
  area: React.RefObject<HTMLElement>;
  today: string;
  /** Where the visit in focus may go by a key; null: nowhere from there. */
  beside: (visitId: number, key: string) => Drop | null;
  move: (visitId: number, to: Drop) => void;
  ask: (visitId: number) => void;
  select: (visitId: number) => void;
};

/** The visit whose card has the focus; null: none has. */
const focused = (area: HTMLElement | null): number | null => {
  const card = document.activeElement?.closest<HTMLElement>('[data-visit-id]');
  return card && area?.contains(card) ? Number(card.dataset.visitId) : null;
};

/** The day by keyboard: J and K turn it, M moves the visit in focus, Space selects it, Shift or Alt and an arrow moves it at once. */
export function useDayKeys({ area, today, ...acts }: Acts): void {
  const { set } = useAddress();
  const turn = useTurnDay(today);
  useSingleKey('j', () => turn(1));
  useSingleKey('k', () => turn(-1));
  useSingleKey('h', () => set({ dia: null, visita: null }));
  const now = useRef(acts);
  now.current = acts;
  useSingleKey('m', () => {
    const visit = focused(area.current);
    if (visit !== null) now.current.ask(visit);
  });
  useEffect(() => {
    const root = area.current;
    if (!root) return;
    const onKey = (event: KeyboardEvent) => {
      const visit = focused(root);
      if (visit === null || event.ctrlKey || event.metaKey) return;
      if (event.key === ' ') {
        event.preventDefault();
        return now.current.select(visit);
      }
      const arrow = event.key.startsWith('Arrow');
      const key =
        arrow && (event.shiftKey || event.altKey) ? `${event.altKey ? 'Alt+' : ''}${event.key}` : null;
      const to = key && now.current.beside(visit, key);
      if (!key) return;
      // Also at the edge: the browser's own Alt+arrow leaves the page.
      event.preventDefault();
      event.stopPropagation();
      if (!to) return;
      now.current.move(visit, to);
      keepFocus(root, visit);
    };
    root.addEventListener('keydown', onKey, true);
    return () => root.removeEventListener('keydown', onKey, true);
  }, [area]);
}

/**
 * The card is drawn anew where it went, and keeps the focus, also where its row has to be scrolled to; unless the user has
 * put the focus on something else.
 */
function keepFocus(root: HTMLElement, visitId: number): void {
  const find = (left: number) => {
    const card = root.querySelector<HTMLElement>(`[data-visit-id="${visitId}"][data-stop]`);
    const { activeElement } = document;
    const isLost = activeElement === null || activeElement === document.body;
    if (!isLost && activeElement !== card && activeElement.isConnected) return;
    if (card && isLost) {
      card.focus();
      card.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
    if (left > 0) requestAnimationFrame(() => find(left - 1));
  };
  requestAnimationFrame(() => find(4));
}
