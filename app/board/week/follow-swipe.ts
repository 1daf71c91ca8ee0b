import { scrollerOf } from './use-shown.ts';

/** A finger that moved less than this, or more up than across, did not swipe. */
const distance = 70;

/** Listens to fingers on the week until the signal is aborted. */
export function followSwipe(
  root: HTMLElement,
  signal: AbortSignal,
  swipe: (direction: 'next' | 'previous') => void,
): void {
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
    if (across < 0 && start.atEnd) swipe('next');
    if (across > 0 && start.atStart) swipe('previous');
  };
  root.addEventListener('touchstart', onStart, { passive: true, signal });
  root.addEventListener('touchend', onEnd, { passive: true, signal });
}
