import { type RefObject, useEffect, useRef } from 'react';
import { scrollerOf } from './use-shown.ts';

/** A finger that moved less than this, or more up than across, did not swipe. */
const distance = 70;

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
    if (!root) return;
    let start: { x: number; y: number; atStart: boolean; atEnd: boolean } | null = null;
    const onStart = (event: TouchEvent) => {
      const touch = event.touches[0];
      const { scrollLeft, scrollWidth, clientWidth } = scrollerOf(root);
      start =
        event.touches.length === 1 && touch
          ? {
              x: touch.clientX,
              y: touch.clientY,
              atStart: scrollLeft <= 1,
              atEnd: scrollLeft + clientWidth >= scrollWidth - 1,
            }
          : null;
    };
    const onEnd = (event: TouchEvent) => {
      const touch = event.changedTouches[0];
      if (!start || !touch) return;
      const across = touch.clientX - start.x;
      const steep = Math.abs(touch.clientY - start.y) > Math.abs(across) / 2;
      if (Math.abs(across) < distance || steep) return;
      if (across < 0 && start.atEnd) latest.current('next');
      if (across > 0 && start.atStart) latest.current('previous');
    };
    root.addEventListener('touchstart', onStart, { passive: true });
    root.addEventListener('touchend', onEnd, { passive: true });
    return () => {
      root.removeEventListener('touchstart', onStart);
      root.removeEventListener('touchend', onEnd);
    };
  }, [area]);
}
