import { Suspense, useState } from 'react';
import { lazyPart } from '../../ui/parts/lazy-part.ts';
import plain from '../../ui/plain/plain.module.css';
import { PlainButton, PlainNotice } from '../../ui/plain/plain.tsx';
import { boardWords } from '../../words/board/board-words.ts';
import styles from '../board.module.css';

const WeekFailedDialog = lazyPart(() => import('./week-failed-dialog.tsx'));

/** S1 §8 'Calendar': a dialog with the diagnostic; what is behind it says the same, also where the dialog cannot be fetched. */
export function WeekFailed({ diagnostic, retry }: { diagnostic: string; retry: () => void }) {
  const [open, setOpen] = useState(true);
  return (
    <>
      <Suspense fallback={null}>
        <WeekFailedDialog opened={open} close={() => setOpen(false)} diagnostic={diagnostic} retry={retry} />
      </Suspense>
      <div className={styles.calendar}>
        <CalendarFailed diagnostic={diagnostic} retry={retry} />
      </div>
    </>
  );
}

/** In the calendar's place. */
export function CalendarFailed({ diagnostic, retry }: { diagnostic: string; retry: () => void }) {
  return (
    <div className={`${plain.column} ${styles.failed}`}>
      <PlainNotice tone="red" role="alert" heading={boardWords.calendarFailedTitle}>
        {diagnostic}
      </PlainNotice>
      <PlainButton look="default" onClick={retry}>
        {boardWords.retry}
      </PlainButton>
    </div>
  );
}
