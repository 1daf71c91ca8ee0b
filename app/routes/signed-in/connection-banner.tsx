import { IconPlugConnectedX } from '@tabler/icons-react';
import { useConnectionState } from '../../data/live.ts';
import { useLostConnection } from '../../data/use-lost-connection.ts';
import { connectionWords } from '../../words/shell/shell-words.ts';
import styles from './signed-in.module.css';

/**
 * 'Sin conexión, reintentando' with the age of what is on the screen; gone after the catch-up (ux.md U12), and where the
 * technician's steps that wait say it (`data-says-lost`).
 */
export function ConnectionBanner() {
  const minutes = useLostConnection();
  return (
    <div role="status" aria-live="polite">
      {minutes !== null && (
        <div className={styles.banner} data-connection-banner>
          <IconPlugConnectedX size={16} aria-hidden />
          <span>
            {connectionWords.lost} · {connectionWords.age(minutes)}
          </span>
        </div>
      )}
    </div>
  );
}

/** The small sign in the header: live, connecting, lost. */
export function LiveSign() {
  const { status } = useConnectionState();
  const text = {
    live: connectionWords.live,
    connecting: connectionWords.connecting,
    lost: connectionWords.lost,
  }[status];
  return (
    <span className={styles.live} data-status={status} title={text}>
      <span className={styles.dot} aria-hidden />
      <span className={styles.wide}>{status === 'lost' ? connectionWords.connecting : text}</span>
    </span>
  );
}
