import { useEffect, useState } from 'react';

const first = 30;
const step = 20;
/** A busy device draws on after this, idle or not: a list of 500 is whole within two seconds. */
const longestWaitMs = 60;

/**
 * How many rows of a list are drawn: what a screen shows at once, the rest a few at a time while the browser has nothing
 * else to do, so that no row of a long list delays a press.
 *
 * @param least rows that are needed now, as one that is to have the focus
 * @returns up to `count`
 */
export function useDrawnSoFar(count: number, least: number): number {
  const [drawn, setDrawn] = useState(first);
  const all = drawn >= count;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step asks for the next
  useEffect(() => {
    if (all) return;
    const next = () => setDrawn((before) => before + step);
    // Safari has no idle callback.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(next, longestWaitMs);
      return () => clearTimeout(timer);
    }
    const asked = requestIdleCallback(next, { timeout: longestWaitMs });
    return () => cancelIdleCallback(asked);
  }, [all, drawn]);
  return Math.min(count, Math.max(drawn, least));
}
