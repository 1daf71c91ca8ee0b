import { useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/** A menu gives the focus back to its button a moment after it closed: by then the screen is another. */
const laterMs = 150;

/**
 * After a change of screen the focus is at its beginning, named by its title: a screen reader announces it, and the
 * next Tab continues from there (ux.md U37). A screen that sets the focus itself keeps it.
 */
export function useFocusOnArrival() {
  const { pathname } = useLocation();
  const left = useRef(pathname);
  useEffect(() => {
    if (left.current === pathname) return;
    left.current = pathname;
    const arrive = () => {
      const main = document.getElementById('main');
      const now = document.activeElement;
      if (main && !main.contains(now) && !now?.closest('[role="dialog"], input'))
        main.focus({ preventScroll: true });
    };
    arrive();
    const later = setTimeout(arrive, laterMs);
    return () => clearTimeout(later);
  }, [pathname]);
}
