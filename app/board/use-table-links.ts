import { useNavigate } from '@remix-run/react';
import { type RefObject, useEffect } from 'react';

/**
 * The links of a large table, followed without a page load by one listener. A component of the router for each of
 * them would be drawn again with every change of the address: hundreds, before a press shows anything (ux.md U1).
 */
export function useTableLinks(table: RefObject<HTMLElement>) {
  const navigate = useNavigate();
  useEffect(() => {
    const root = table.current;
    if (!root) return;
    const follow = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="/"]');
      // Another tab, another window, a download: the browser's own.
      const plain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
      if (!link || !plain || event.defaultPrevented) return;
      event.preventDefault();
      navigate(link.getAttribute('href')!);
    };
    root.addEventListener('click', follow);
    return () => root.removeEventListener('click', follow);
  }, [table, navigate]);
}
