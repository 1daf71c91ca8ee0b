import { type RefObject, useEffect } from 'react';

/** How often, and how many times, a dialog that is closing is looked at again: it takes some 200 ms. */
const [lookMs, looks] = [50, 20];

/** A panel that opens takes the focus to its first field, and gives it back to where it was when it goes. */
export function usePanelFocus(first: RefObject<HTMLElement>): void {
  useEffect(() => {
    const opener = document.activeElement as HTMLElement | null;
    first.current?.focus();
    return () => giveBack(opener, looks);
  }, [first]);
}

/** If the user moved the focus, it stays. A dialog that asked whether to go still holds it. */
function giveBack(opener: HTMLElement | null, left: number): void {
  const here = document.activeElement;
  if (here === null || here === document.body) opener?.focus();
  else if (left > 0 && here.closest('[role="dialog"]')) setTimeout(giveBack, lookMs, opener, left - 1);
}
