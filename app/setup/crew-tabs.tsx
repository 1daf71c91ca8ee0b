import { Link, useLocation } from '@remix-run/react';
import { absenceWords, crewWords, skillWords } from '../words/board/crew-words.ts';
import styles from './setup.module.css';

const tabs = [
  ['/subsidiaries/absences', absenceWords.title],
  ['/subsidiaries/skills', skillWords.title],
] as const;

/** The two screens about an operation's technicians; the other keeps the operation. */
export function CrewTabs({ operation }: { operation: string }) {
  const { pathname } = useLocation();
  return (
    <nav aria-label={crewWords.tabs} className={styles.tabs}>
      {tabs.map(([to, name]) => (
        <Link key={to} to={`${to}?op=${operation}`} aria-current={pathname === to ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
