import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react';
import type { Slot } from '../../../db/reads/settings/operation.ts';
import type { CalendarVisit } from '../../../db/reads/visits/calendar-row.ts';
import { isOpen } from '../../../machines/visit/facts.ts';
import { cellKey, type WeekState } from '../../data/week-view.ts';
import { leastLines, linesIn, rowHeights } from './row-heights.ts';

/** The lines that a cell needs: its open visits, and how many are closed; where closed ones are looked for, all of them. */
export function linesNeeded(visits: readonly CalendarVisit[], closedToo: boolean): number {
  if (closedToo) return visits.length;
  const open = visits.filter((visit) => isOpen(visit)).length;
  return open + (open > 0 && open < visits.length ? 1 : 0);
}

type Options = {
  week: WeekState;
  slots: readonly Slot[];
  /** The days that are shown in full. */
  days: readonly string[];
  /** What a cell shows of its visits. */
  shownOf: (slot: Slot, visits: readonly CalendarVisit[]) => readonly CalendarVisit[];
  closedToo: boolean;
  /** Changes with what the user has chosen to see. */
  chosen: string;
  /** Its rows are as high as what is in them. */
  among: boolean;
};

type Rows = {
  /** By row: whether it has no visit to show. */
  thin: readonly boolean[];
  heights: readonly (CSSProperties | undefined)[];
  /** Of the table. */
  style: CSSProperties | undefined;
};

/**
 * How high the rows are. It is decided when the user chooses what is shown, and not again by what others
 * change: nothing moves by itself (ux.md U5).
 */
export function useRows({ week, slots, days, shownOf, closedToo, chosen, among }: Options): Rows {
  const key = [week.from, week.status, chosen, days.length, ...slots.map(({ id }) => id)].join();
  const decided = useRef<{ key: string; rows: Rows } | null>(null);
  if (decided.current?.key !== key) {
    const isReady = week.status === 'ready';
    const needs = slots.map((slot) =>
      isReady && !among
        ? Math.max(
            ...days.map((day) =>
              linesNeeded(shownOf(slot, week.cells.get(cellKey(day, slot.id)) ?? []), closedToo),
            ),
          )
        : leastLines,
    );
    decided.current = { key, rows: rowsOf(needs, among) };
  }
  return decided.current.rows;
}

function rowsOf(needs: readonly number[], among: boolean): Rows {
  const thin = needs.map((need) => need === 0);
  if (among) return { thin, heights: [], style: undefined };
  const { given, heights } = rowHeights(needs);
  const thins = thin.filter(Boolean).length;
  const normal = needs.length - thins;
  return {
    thin,
    heights: heights.map((height) => ({ '--cell': height }) as CSSProperties),
    style: {
      '--normal': normal,
      '--shares': Math.max(1, normal),
      '--thins': thins,
      '--given': given,
    } as object,
  };
}

/** What was measured: the lines of each row, by its slot, and how many visits stand beside each other in a line. */
type Room = { lines: ReadonlyMap<number, number>; columns: number };

const isSame = (a: Room, b: Room): boolean =>
  a.columns === b.columns &&
  a.lines.size === b.lines.size &&
  [...a.lines].every(([slot, lines]) => b.lines.get(slot) === lines);

/** How many visits have room in the cells of each row, as it is drawn; a slot that is missing was not measured yet. */
export function useRoom(table: RefObject<HTMLElement>, rows: Rows): Room {
  const [room, setRoom] = useState<Room>({ lines: new Map(), columns: 1 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are measured anew
  useEffect(() => {
    const root = table.current;
    const rules = [...(root?.querySelectorAll<HTMLElement>('[data-rule]') ?? [])];
    const measure = () => {
      const line = rules[0]?.offsetWidth ?? 0;
      if (line === 0) return;
      const head = 1.25 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const visits = root?.querySelector('td:not([data-narrow]) ul');
      const columns = visits ? getComputedStyle(visits).gridTemplateColumns.split(' ').length : 1;
      const lines = new Map(
        rules.map((rule) => [Number(rule.dataset.rule), linesIn(rule.offsetHeight, head, line)]),
      );
      setRoom((before) => (isSame(before, { lines, columns }) ? before : { lines, columns }));
    };
    const observer = new ResizeObserver(measure);
    for (const rule of rules) observer.observe(rule);
    // A wide cell has several visits in a line.
    const last = root?.querySelector('thead th:last-child');
    if (last) observer.observe(last);
    return () => observer.disconnect();
  }, [table, rows]);
  return room;
}
