import { type RefObject, useEffect } from 'react';

/**
 * While the palette is open the field has the focus, also where a dialog that closed a moment before gives it back to the
 * board, and Escape closes the palette wherever the focus is.
 */
export function usePaletteFocus(
  field: RefObject<HTMLInputElement>,
  { opened, close }: { opened: boolean; close: () => void },
) {
  useEffect(() => {
    if (!opened) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      event.preventDefault();
      close();
    };
    const onFocus = ({ target }: FocusEvent) => {
      const palette = field.current?.closest('[role="dialog"]');
      if (palette && !palette.contains(target as Node)) field.current?.focus({ preventScroll: true });
    };
    window.addEventListener('keydown', onKey, { capture: true });
    document.addEventListener('focusin', onFocus);
    return () => {
      window.removeEventListener('keydown', onKey, { capture: true });
      document.removeEventListener('focusin', onFocus);
    };
  }, [field, opened, close]);
}
