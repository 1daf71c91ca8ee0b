import { type RefObject, useEffect, useRef } from 'react';

/**
 * The week by swipe (ux.md U20): left is the next, right the previous. Where the
 * week is wider than the screen, a finger first moves through it: only one that
 * starts at its end goes on to the next.
 */
export function useSwipe(area: RefObject<HTMLElement>, swipe: (direction: 'next' | 'previous') => void) {
  const latest = useRef(swipe);
  latest.current = swipe;
  useEffect(() => {
    const root = area.current;
    // Fetched where there are fingers: a first load does without.
    if (!root || !window.matchMedia('(any-pointer: coarse)').matches) return;
    const left = new AbortController();
    const { signal } = left;
    import('./follow-swipe.ts').then(
      ({ followSwipe }) =>
        signal.aborted || followSwipe(root, signal, (direction) => latest.current(direction)),
      () => {},
    );
    return () => left.abort();
  }, [area]);
}
