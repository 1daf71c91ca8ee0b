import { useSyncExternalStore } from 'react';
import { noSignalWords as words } from '../words/technician/no-signal-words.ts';
import type { DayKeeper, Lacking } from './day-keeper.ts';
import styles from './no-signal-line.module.css';

/**
 * One line of a technician's day: whether it works where there is no signal, and before that what is still missing. Its
 * place is there from the beginning, so that it moves no card.
 */
export function NoSignalLine({ keeper }: { keeper: DayKeeper }) {
  const lacking = useSyncExternalStore(keeper.subscribe, keeper.snapshot, () => null);
  return (
    <div
      role="status"
      aria-live="polite"
      className={`${styles.line} no-print`}
      data-ready={isReady(lacking) || undefined}
    >
      {lacking && textOf(lacking)}
    </div>
  );
}

const isReady = (lacking: Lacking | null): boolean => lacking !== null && !lacking.day && !lacking.closing;

function textOf({ day, closing, items }: Lacking): string {
  if (!navigator.serviceWorker) return words.impossible;
  if (day) return words.lacksDay;
  if (closing) return words.lacksClosing;
  return items ? words.readyButItems : words.ready;
}
