import { type RefObject, startTransition, useEffect, useState } from 'react';
import { whenIdle } from '../ui/parts/when-idle.ts';

const first = 30;
const step = 20;
/** A busy device draws on after this, idle or not: a list of 500 is whole within two seconds. */
const longestWaitMs = 60;

/**
 * How many rows of a list are drawn: what a screen shows at once, the rest a few at a time while the browser has nothing
 * else to do, so that no row of a long list delays a press. Of a list that is not shown, as beside a phone's calendar,
 * the rest waits until it is.
 *
 * @param list what holds the rows
 * @param least rows that are needed now, as one that is to have the focus
 * @returns up to `count`
 */
export function useDrawnSoFar(list: RefObject<HTMLElement>, count: number, least: number): number {
  const [drawn, setDrawn] = useState(first);
  const shown = useShownOnce(list);
  const all = drawn >= count || !shown;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step asks for the next
  useEffect(() => {
    if (all) return;
    const next = () => startTransition(() => setDrawn((before) => before + step));
    return whenIdle(next, longestWaitMs);
  }, [all, drawn]);
  return Math.min(count, Math.max(drawn, least));
}

/** Whether an element has been laid out yet; one below `display: none` is not. */
function useShownOnce(element: RefObject<HTMLElement>): boolean {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (shown || !element.current) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry!.boundingClientRect.width > 0) setShown(true);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, shown]);
  return shown;
}
