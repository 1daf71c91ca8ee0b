import { IconPlugConnectedX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useConnectionState } from '../../data/live.ts';
import { connectionWords } from '../../words/shell/shell-words.ts';
import styles from './signed-in.module.css';

/** Longer than a reconnection on a good network takes: a blink is no banner. */
const shownAfterMs = 1_000;

/** 'Sin conexión, reintentando' with the age of what is on the screen; gone after the catch-up (ux.md U12). */
export function ConnectionBanner() {
  const { status, since } = useConnectionState();
  const [now, setNow] = useState(0);
  const lost = status === 'lost';
  useEffect(() => {
    if (!lost) return;
    const tick = () => setNow(Date.now());
    const first = setTimeout(tick, shownAfterMs);
    const every = setInterval(tick, 15_000);
    return () => {
      clearTimeout(first);
      clearInterval(every);
    };
  }, [lost]);
  const shown = lost && now - since >= shownAfterMs - 50;
  return (
    <div role="status" aria-live="polite">
      {shown && (
        <div className={styles.banner}>
          <IconPlugConnectedX size={16} aria-hidden />
          <span>
            {connectionWords.lost} · {connectionWords.age(Math.floor((now - since) / 60_000))}
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
