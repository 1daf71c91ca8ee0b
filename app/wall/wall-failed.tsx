import { wallWords as words } from '../words/board/wall-words.ts';
import { useReloadWhenAnswered } from './use-kept-session.ts';
import styles from './wall.module.css';
import { WallMessage } from './wall-message.tsx';

/** In place of a wall that could not be drawn or read again: there is no user to press 'Reintentar'. */
export function WallFailed() {
  useReloadWhenAnswered();
  return (
    <div className={styles.wall}>
      <main id="main" className={styles.page}>
        <WallMessage title={words.broken} hint={words.brokenHint} />
      </main>
    </div>
  );
}
