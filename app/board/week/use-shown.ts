import { useEffect, useMemo } from 'react';
import type { Slot } from '../../../db/reads/settings/operation.ts';
import { cellKey, type WeekState } from '../../data/week-view.ts';
import { findVisit } from '../card/find-visit.ts';

/** What moves under a finger: the week's own frame, or the one that it shares with the weeks of other operations. */
export const scrollerOf = <Frame extends HTMLElement | null | undefined>(frame: Frame): HTMLElement | Frame =>
  frame?.closest<HTMLElement>('[data-calendars]') ?? frame;

/** Where the week is wider than the screen, it opens at today. */
export function useTodayInView(table: React.RefObject<HTMLTableElement>, from: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another week is looked at anew
  useEffect(() => {
    const scroller = scrollerOf(table.current?.parentElement);
    const today = table.current?.querySelector<HTMLElement>('thead th[data-today]');
    if (!scroller || scroller.scrollWidth <= scroller.clientWidth) return;
    const corner = table.current!.querySelector<HTMLElement>('thead th')!.offsetWidth;
    scroller.scrollLeft = today ? today.offsetLeft - corner : 0;
  }, [from]);
}

/** The slots that have a row: those in use, and those in which a visit stands. */
export const useShownSlots = (slots: Slot[], cells: WeekState['cells'], days: string[]): Slot[] =>
  useMemo(
    () => slots.filter((slot) => slot.enabled || days.some((day) => cells.has(cellKey(day, slot.id)))),
    [slots, cells, days],
  );

export const slotOf = (week: WeekState, visitId: number): number | null =>
  findVisit(week, visitId)?.slotId ?? null;

export const dayOf = (week: WeekState, visitId: number): string | null =>
  findVisit(week, visitId)?.day ?? null;

/** The visit that was asked for, in view and in focus, once. */
export function useFoundVisit(
  table: React.RefObject<HTMLTableElement>,
  visitId: number | null,
  present: boolean,
) {
  useEffect(() => {
    if (visitId === null || !present) return;
    // After the row that holds it has opened.
    const frame = requestAnimationFrame(() => {
      const chip = table.current?.querySelector<HTMLElement>(`[data-visit-id="${visitId}"]`);
      if (!chip) return;
      chip.scrollIntoView({ block: 'center', inline: 'center' });
      chip.focus({ preventScroll: true });
      chip.dataset.found = 'true';
    });
    return () => {
      cancelAnimationFrame(frame);
      delete table.current?.querySelector<HTMLElement>('[data-found]')?.dataset.found;
    };
  }, [table, visitId, present]);
}

/** Which visit is open beside the board. A chip that is drawn anew, by a change or as it is scrolled to, is marked anew. */
export function useLookedAt(area: React.RefObject<HTMLElement>, visitId: number | null) {
  useEffect(() => {
    if (visitId === null) return;
    const chip = area.current?.querySelector<HTMLElement>(`[data-visit-id="${visitId}"][data-stop]`);
    if (!chip) return;
    chip.dataset.looked = 'true';
    return () => {
      delete chip.dataset.looked;
    };
  });
}
