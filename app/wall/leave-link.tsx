import { useEffect, useState } from 'react';
import { wallWords as words } from '../words/board/wall-words.ts';
import styles from './wall.module.css';

/** After the pointer last moved. */
const shownMs = 4_000;

/** The way out: there while the pointer moves or it has the focus; Escape takes it at once. */
export function LeaveLink({ to }: { to: string }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wake = () => {
      clearTimeout(timer);
      setShown(true);
      timer = setTimeout(() => setShown(false), shownMs);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') window.location.assign(to);
    };
    window.addEventListener('pointermove', wake);
    window.addEventListener('pointerdown', wake);
    window.addEventListener('keydown', onKey);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pointermove', wake);
      window.removeEventListener('pointerdown', wake);
      window.removeEventListener('keydown', onKey);
    };
  }, [to]);
  return (
    <a href={to} className={styles.leave} data-shown={shown || undefined}>
      {words.leave}
    </a>
  );
}
