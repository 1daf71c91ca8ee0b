import { useNavigation } from '@remix-run/react';
import { useEffect, useState } from 'react';
import styles from './signed-in.module.css';

/** S1 §4, §9: what is loading is shown this much longer than it takes. */
const hideMs = 200;

/** Something moves as soon as a link was pressed, however long its screen takes. */
export function NavigationBar() {
  const busy = useNavigation().state !== 'idle';
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (busy) {
      setShown(true);
      return;
    }
    const hide = setTimeout(() => setShown(false), hideMs);
    return () => clearTimeout(hide);
  }, [busy]);
  return <div className={styles.progress} data-busy={busy || shown || undefined} aria-hidden />;
}
