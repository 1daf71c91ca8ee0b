import { useNavigate } from '@remix-run/react';
import { type RefObject, useEffect } from 'react';

/** A press on one of these does what it is for. */
const controls = 'a, button, input, label, [data-no-link]';

/**
 * A click anywhere on a row follows the row's own links. The keyboard and screen readers use the links themselves.
 * @param pathOf where a visit's row leads
 */
export function useRowLinks(table: RefObject<HTMLElement>, pathOf: (visitId: string) => string) {
  const navigate = useNavigate();
  useEffect(() => {
    const root = table.current;
    if (!root) return;
    const follow = (event: MouseEvent) => {
      const target = event.target as Element;
      const id = target.closest<HTMLElement>('tr[data-visit-id]')?.dataset.visitId;
      if (!id || event.defaultPrevented || event.button !== 0 || target.closest(controls)) return;
      // A click that ends a selection of text does not navigate.
      if (window.getSelection()?.toString()) return;
      if (event.ctrlKey || event.metaKey) window.open(pathOf(id), '_blank', 'noopener');
      else navigate(pathOf(id));
    };
    root.addEventListener('click', follow);
    return () => root.removeEventListener('click', follow);
  }, [table, pathOf, navigate]);
}
