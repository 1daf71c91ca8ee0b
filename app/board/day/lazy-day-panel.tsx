import { useState } from 'react';
import { useLazyPart } from '../../ui/parts/use-lazy-part.ts';
import { PlainNotice } from '../../ui/plain/plain.tsx';
import { boardWords } from '../../words/board/board-words.ts';
import { dayWords as words } from '../../words/board/day-words.ts';
import styles from '../board.module.css';
import { DayLoading } from './day-loading.tsx';
import type { DayPanelProps } from './use-day-panel.ts';

const load = () => import('./day-panel.tsx').then(({ DayPanel }) => DayPanel);

/** The day board is fetched with its first use: the week does without it. */
export function LazyDayPanel(props: DayPanelProps) {
  const [failed, setFailed] = useState(false);
  const { Part } = useLazyPart<DayPanelProps>(true, load, () => setFailed(true));
  if (failed)
    return (
      <PlainNotice tone="red" role="alert" className={styles.alert} heading={boardWords.calendarFailedTitle}>
        {words.failed}
      </PlainNotice>
    );
  if (Part) return <Part {...props} />;
  return (
    <section className={styles.calendar} aria-busy>
      <DayLoading />
    </section>
  );
}
