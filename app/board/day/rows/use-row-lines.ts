import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { DayRow } from '../day-rows.ts';
import { linesNeeded, mostWaiting, type Sizes, sharedLines } from './row-lines.ts';

type Decided = { key: string; needs: Map<string, number>; lines: Map<string, number> };

/** As high as a row is at least, and the space around its visits, in rem. */
const [leastRow, padding] = [2.25, 0.4375];
const [line, lineCompact] = [1.5625, 1.3125];

/**
 * How many lines each row of the day has, by its key. It is decided for a day, a choice of rows and a size of the screen.
 * A row that gets more visits grows to show them and does not shrink again: what is moved back and forth moves no other
 * row (ux.md U5).
 * @param whole every row shows all of its visits
 */
export function useRowLines(
  scroller: RefObject<HTMLElement>,
  rows: readonly DayRow[],
  { day, whole }: { day: string; whole: boolean },
) {
  const [size, setSize] = useState<{ room: number; sizes: Sizes } | null>(null);
  useLayoutEffect(() => {
    const frame = scroller.current;
    if (!frame) return;
    const measure = () => {
      const { fontSize } = getComputedStyle(document.documentElement);
      const rem = Number.parseFloat(fontSize) || 16;
      const lineRem = document.documentElement.dataset.density === 'compact' ? lineCompact : line;
      const heads = frame.querySelector('thead')?.clientHeight ?? 0;
      const sizes = { line: lineRem * rem, padding: padding * rem, least: leastRow * rem };
      setSize((before) => {
        const room = frame.clientHeight - heads;
        return before?.room === room && before.sizes.line === sizes.line ? before : { room, sizes };
      });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(frame);
    const density = new MutationObserver(measure);
    density.observe(document.documentElement, { attributeFilter: ['data-density'] });
    return () => {
      observer.disconnect();
      density.disconnect();
    };
  }, [scroller]);

  const decided = useRef<Decided | null>(null);
  const key = [day, size?.room, size?.sizes.line, ...rows.map((row) => row.key).sort()].join();
  if (decided.current?.key !== key) decided.current = { key, ...decide(rows, size) };
  const { needs, lines } = decided.current;
  for (const row of rows) {
    const need = linesNeeded(row);
    if (row.technician && need > (needs.get(row.key) ?? 0))
      lines.set(row.key, Math.max(need, lines.get(row.key) ?? 1));
  }
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const open = useCallback((row: string) => setOpened((before) => new Set([...before, row])), []);
  const linesOf = (row: DayRow): number => {
    const given = lines.get(row.key) ?? 1;
    return row.technician && (whole || opened.has(row.key)) ? Math.max(given, linesNeeded(row)) : given;
  };
  return { linesOf, open };
}

function decide(rows: readonly DayRow[], size: { room: number; sizes: Sizes } | null): Omit<Decided, 'key'> {
  const needs = new Map(rows.map((row) => [row.key, linesNeeded(row)]));
  // What has no technician stays in view, and the others share what is left.
  const waiting = rows.filter(({ technician }) => technician === null);
  const people = rows.filter(({ technician }) => technician !== null);
  const lines = new Map(waiting.map(({ key }) => [key, Math.min(mostWaiting, needs.get(key)!)]));
  const { room, sizes } = size ?? { room: 0, sizes: { line: 1, padding: 0, least: 1 } };
  const taken = waiting.reduce((sum, { key }) => sum + lines.get(key)! * sizes.line + sizes.padding + 1, 0);
  const shared = sharedLines(
    people.map(({ key }) => needs.get(key)!),
    room - taken,
    sizes,
  );
  for (const [at, { key }] of people.entries()) lines.set(key, shared[at]!);
  return { needs, lines };
}
