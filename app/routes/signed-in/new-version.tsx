import { useEffect, useSyncExternalStore } from 'react';
import { useLeftShown, useNewBuild } from '../../data/live.ts';
import { hasLostParts, watchLostParts } from '../../ui/parts/fetch-part.ts';
import { newVersionWords } from '../../words/shell/shell-words.ts';
import styles from './signed-in.module.css';

/**
 * 'Hay una versión nueva': the server has been upgraded under an open page. What is being typed stays until the user
 * loads again; the next link does it too, since this page's code and the server's answers may no longer fit. The same
 * for a screen whose operation its user has lost, or that has moved to another installation, and for one that cannot
 * fetch a part of itself any more.
 */
export function NewVersion() {
  const isNew = useNewBuild();
  const hasLeft = useLeftShown();
  const lacksPart = useSyncExternalStore(watchLostParts, hasLostParts, () => false);
  useEffect(() => {
    if (!isNew) return;
    window.addEventListener('click', followByDocument, { capture: true });
    return () => window.removeEventListener('click', followByDocument, { capture: true });
  }, [isNew]);
  return (
    <div role="status" aria-live="polite">
      {(isNew || hasLeft || lacksPart) && (
        <div className={styles.newVersion}>
          {isNew ? newVersionWords.text : hasLeft ? newVersionWords.left : newVersionWords.lost}
          <button type="button" className={styles.load} onClick={() => window.location.reload()}>
            {isNew || hasLeft ? newVersionWords.load : newVersionWords.loadAgain}
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
