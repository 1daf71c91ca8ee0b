import { useNavigation } from '@remix-run/react';
import styles from './signed-in.module.css';

/** Something moves as soon as a link was pressed, however long its screen takes. */
export function NavigationBar() {
  const busy = useNavigation().state !== 'idle';
  return <div className={styles.progress} data-busy={busy || undefined} aria-hidden />;
}
