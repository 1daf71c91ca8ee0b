import { IconWifiOff } from '@tabler/icons-react';
import { dayInWords, formatTime } from '../../machines/calendar/slots.ts';
import { useConnectionState } from '../data/live.ts';
import { wallWords as words } from '../words/board/wall-words.ts';
import { connectionWords } from '../words/shell/shell-words.ts';
import styles from './wall.module.css';

/** Which operation, which day, what time it is, and whether what is shown is live. */
export function WallHead({ name, day, now }: { name: string; day: string; now: Date }) {
  const { status, since } = useConnectionState();
  return (
    <header className={styles.head}>
      <h1 className={styles.operation}>{name}</h1>
      <p className={styles.day}>{dayInWords(day)}</p>
      {status === 'lost' ? (
        <p className={styles.lost} role="status">
          <IconWifiOff aria-hidden className={styles.icon} />
          {words.lost} · {connectionWords.age(Math.max(0, Math.floor((Date.now() - since) / 60_000)))}
        </p>
      ) : (
        <p className={styles.live} data-status={status}>
          <span className={styles.dot} aria-hidden />
          {status === 'live' ? words.live : words.connecting}
        </p>
      )}
      <p className={styles.clock}>
        <time dateTime={formatTime(now)}>{formatTime(now)}</time>
      </p>
    </header>
  );
}
