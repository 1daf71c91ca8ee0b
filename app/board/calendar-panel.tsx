import { Alert, Button, Stack } from '@mantine/core';
import { Link } from '@remix-run/react';
import type { Changes } from '../../db/reads/changes.ts';
import { Empty } from '../ui/trouble.tsx';
import { words } from '../words.ts';
import styles from './board.module.css';
import type { BoardData } from './board-data.ts';
import { type BoardParams, useTurnWeek } from './board-params.ts';
import { useLivePart } from './use-live-part.ts';
import { useWeek } from './use-week.ts';
import { Week } from './week.tsx';

const slotsIn = ({ timestripes }: Changes) => timestripes;

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
  const slots = useLivePart(board, board.slots, slotsIn);
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
            <Button component={Link} to={`/subsidiaries/edit?op=${board.operation}`} variant="light">
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
