import { Alert, Button, Stack } from '@mantine/core';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../ui/lazy-part.ts';
import { boardWords } from '../../words/board.ts';
import styles from '../board.module.css';

const WeekFailedDialog = lazyPart(() => import('./week-failed-dialog.tsx'));

/** S1 §8 'Calendar': a dialog with the diagnostic; what is behind it says the same, also where the dialog cannot be fetched. */
export function WeekFailed({ diagnostic, retry }: { diagnostic: string; retry: () => void }) {
  const [open, setOpen] = useState(true);
  return (
    <>
      <Suspense fallback={null}>
        <WeekFailedDialog opened={open} close={() => setOpen(false)} {...{ diagnostic, retry }} />
      </Suspense>
      <Stack className={styles.calendar} p="md">
        <CalendarFailed {...{ diagnostic, retry }} />
      </Stack>
    </>
  );
}

/** In the calendar's place. */
export function CalendarFailed({ diagnostic, retry }: { diagnostic: string; retry: () => void }) {
  return (
    <>
      <Alert color="red" variant="light" title={boardWords.calendarFailedTitle}>
        {diagnostic}
      </Alert>
      <Button variant="default" onClick={retry} style={{ alignSelf: 'flex-start' }}>
        {boardWords.retry}
      </Button>
    </>
  );
}
