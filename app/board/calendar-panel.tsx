import { Alert, Button, Stack } from '@mantine/core';
import { Link } from '@remix-run/react';
import { useEffect, useState } from 'react';
import type { Slot } from '../../db/reads/operation.ts';
import { useLive } from '../live.ts';
import { Empty } from '../ui/trouble.tsx';
import { words } from '../words.ts';
import styles from './board.module.css';
import type { BoardData } from './board-data.ts';
import { type BoardParams, useTurnWeek } from './board-params.ts';
import { useWeek } from './use-week.ts';
import { Week } from './week.tsx';

/** The week with its states: loading, empty of slots, failed, shown. */
export function CalendarPanel(props: {
  board: NonNullable<BoardData['board']>;
  params: BoardParams;
  today: string;
  mode: 'jefetec' | 'calendario';
  mayConfigure: boolean;
}) {
  const { board, params, today, mode, mayConfigure } = props;
  const turn = useTurnWeek(today);
  const { week, reload } = useWeek(board.operation, params.week);
  const slots = useLiveSlots(board.operation, board.slots);
  if (week.status === 'failed')
    return (
      <Stack className={styles.calendar} p="md">
        <Alert color="red" variant="light" role="alert" title={words.board.calendarFailedTitle}>
          {words.board.calendarFailed}
        </Alert>
        <Button variant="default" onClick={reload} style={{ alignSelf: 'flex-start' }}>
          {words.board.retry}
        </Button>
      </Stack>
    );
  if (!slots.some((slot) => slot.enabled) && week.cells.size === 0)
    return (
      <div className={styles.calendar}>
        <Empty title={words.board.noSlots}>
          {mayConfigure && (
            <Button component={Link} to="/subsidiaries/edit" variant="light">
              {words.board.configureNow}
            </Button>
          )}
        </Empty>
      </div>
    );
  return (
    <section className={styles.calendar}>
      <Week
        week={week}
        slots={slots}
        names={board.names}
        zone={params.zone}
        today={today}
        mode={mode}
        found={params.foundVisit}
        turn={turn}
      />
    </section>
  );
}

/** The operation's slots, kept right by the changes. */
function useLiveSlots(operation: string, loaded: Slot[]): Slot[] {
  const live = useLive();
  const [changed, setChanged] = useState<{ operation: string; slots: Slot[] } | null>(null);
  useEffect(
    () =>
      live.watch(operation, {
        version: () => null,
        apply: (changes) => changes.timestripes && setChanged({ operation, slots: changes.timestripes }),
        reload: () => {},
      }),
    [live, operation],
  );
  return changed?.operation === operation ? changed.slots : loaded;
}
