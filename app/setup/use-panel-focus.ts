import { type RefObject, useEffect } from 'react';

/** A panel that opens takes the focus to its first field, and gives it back to where it was when it goes. */
export function usePanelFocus(first: RefObject<HTMLElement>): void {
  useEffect(() => {
    const opener = document.activeElement as HTMLElement | null;
    first.current?.focus();
    return () => {
      // Somebody who has gone elsewhere meanwhile stays there.
      if (document.activeElement === document.body || document.activeElement === null) opener?.focus();
    };
  }, [first]);
}
