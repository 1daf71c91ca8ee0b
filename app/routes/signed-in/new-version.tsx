import { useEffect } from 'react';
import { useNewBuild } from '../../data/live.ts';
import { newVersionWords } from '../../words/shell.ts';
import styles from './signed-in.module.css';

/**
 * 'Hay una versión nueva': the server has been upgraded under an open page. What is being typed stays until the user
 * loads again; the next link does it too, since this page's code and the server's answers may no longer fit.
 */
export function NewVersion() {
  const isNew = useNewBuild();
  useEffect(() => {
    if (!isNew) return;
    window.addEventListener('click', followByDocument, { capture: true });
    return () => window.removeEventListener('click', followByDocument, { capture: true });
  }, [isNew]);
  return (
    <div role="status" aria-live="polite">
      {isNew && (
        <div className={styles.newVersion}>
          {newVersionWords.text}
          <button type="button" className={styles.load} onClick={() => window.location.reload()}>
            {newVersionWords.load}
          </button>
        </div>
      )}
    </div>
  );
}

/** Leaves a link to the browser, which asks the server for the whole page; one within the page stays the screen's. */
function followByDocument(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  if (link && link.pathname !== window.location.pathname) event.stopPropagation();
}
