import { useEffect } from 'react';

const counted = /^\(\d+\) /;

/** '(3) Jefe técnico · Agenda técnica': the count stands before the title of whatever screen is shown. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    const write = () => {
      const bare = document.title.replace(counted, '');
      const title = count > 0 ? `(${count}) ${bare}` : bare;
      if (title !== document.title) document.title = title;
    };
    write();
    // Another screen brings its own title, and may replace the element.
    const observer = new MutationObserver(write);
    observer.observe(document.head, { childList: true, characterData: true, subtree: true });
    return () => {
      observer.disconnect();
      document.title = document.title.replace(counted, '');
    };
  }, [count]);
}
