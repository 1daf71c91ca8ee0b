import type { ReactNode } from 'react';
import styles from './wall.module.css';

/** Why there is nothing to see, readable from afar. */
export function WallMessage(props: { title: string; hint?: string; children?: ReactNode }) {
  return (
    <div className={styles.message} role="status">
      <h1 className={styles.messageTitle}>{props.title}</h1>
      {props.hint && <p className={styles.messageHint}>{props.hint}</p>}
      {props.children}
    </div>
  );
}
