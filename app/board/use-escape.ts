import { useEffect, useRef } from 'react';

/** What lies over the board has the key for itself. */
const over = '[data-portal], [role="menu"], [role="listbox"]';

/** Escape on the board itself, its list and its panel. @param act null: there is nothing to leave */
export function useEscape(act: (() => void) | null) {
  const latest = useRef(act);
  latest.current = act;
  const on = act !== null;
  useEffect(() => {
    if (!on) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if ((event.target as Element).closest(over) || document.querySelector('[aria-modal="true"]')) return;
      latest.current?.();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [on]);
}
