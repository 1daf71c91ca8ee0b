import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { Link } from '@remix-run/react';
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import type { Changes } from '../../../db/feed/changes.ts';
import type { CalendarVisit } from '../../../db/reads/visits/week.ts';
import { addDays, formatDay } from '../../../machines/calendar/slots.ts';
import type { DayFilter } from '../../../machines/visit/day-filters.ts';
import { useLivePart } from '../../data/use-live-part.ts';
import { useWeek } from '../../data/use-week.ts';
import type { WeekState } from '../../data/week-view.ts';
import { useViewer } from '../../routes/signed-in/screen.ts';
import { Empty } from '../../ui/error-page.tsx';
import { boardWords } from '../../words/board.ts';
import { orderWords } from '../../words/order.ts';
import styles from '../board.module.css';
import type { BoardData } from '../board-data.ts';
import { type BoardParams, filterNames, useTurnWeek } from '../board-params.ts';
import { VisitCards } from '../card/visit-cards.tsx';
import { useCreate } from '../create/use-create.ts';
import { VisitPanel } from '../lookups/visit-panel.tsx';
import { placesOfDay } from '../strip/places-of-day.ts';
import { Strip } from '../strip/strip.tsx';
import { useAddress } from '../use-address.ts';
import { namesOf } from './chip-text.ts';
import { Week } from './week.tsx';

const VisitDialogs = lazy(() => import('../card/visit-dialogs.tsx'));

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
  const { operationNames, permissions } = useViewer();
  const { week, reload } = useWeek(board.operation, params.week, today);
  const slots = useLivePart(board, board.slots, slotsIn);
  const names = useMemo(() => namesOf(board.names), [board.names]);
  const { only, zone } = params;
  const { set } = useAddress();
  const choose = useCallback(
    (filter: DayFilter | null) => set({ solo: filter && filterNames[filter] }),
    [set],
  );
  const mayCreate = mode === 'jefetec' && permissions.includes('can_create_visit');
  const create = useCreate(params.order !== null);
  const todays = useTodays(week, today, zone);
  const area = useRef<HTMLElement>(null);
  const asked = useRef(false);
  if (params.action) asked.current = true;
  if (week.status === 'failed')
    return <WeekFailed diagnostic={week.diagnostic ?? boardWords.calendarFailed} retry={reload} />;
  if (!slots.some((slot) => slot.enabled) && week.cells.size === 0)
    return (
      <div className={styles.calendar}>
        <Empty title={boardWords.noSlots}>
          {mayConfigure && (
            <Button component={Link} to={`/subsidiaries/edit?op=${board.operation}`} variant="light">
              {boardWords.configureNow}
            </Button>
          )}
        </Empty>
      </div>
    );
  return (
    <>
      <VisitPanel id={params.visit} week={week} mode={mode} />
      <section ref={area} className={styles.calendar}>
        <p className={styles.printHead} aria-hidden>
          {[
            operationNames[board.operation],
            board.zones.find(({ id }) => id === params.zone)?.name ?? boardWords.allZones,
            boardWords.week(formatDay(params.week), formatDay(addDays(params.week, 6))),
          ].join(' · ')}
        </p>
        <Strip
          visits={todays}
          slots={slots}
          places={placesOfDay(week.cells, slots, today, new Date())}
          only={only}
          choose={choose}
        />
        <Week
          week={week}
          slots={slots}
          names={names}
          zone={zone}
          only={only}
          today={today}
          mode={mode}
          create={mayCreate ? create : null}
          creating={params.creating}
          found={params.foundVisit}
          looked={params.visit}
          turn={turn}
        />
        <VisitCards {...{ area, week, slots, names, mode }} />
        {mode === 'jefetec' && asked.current && (
          <Suspense fallback={null}>
            <VisitDialogs {...{ week, params, today }} />
          </Suspense>
        )}
      </section>
    </>
  );
}

/** Today's visits, whatever days are shown; the same list until one of them changes. */
function useTodays(week: WeekState, today: string, zone: number | null): readonly CalendarVisit[] {
  const before = useRef<readonly CalendarVisit[]>([]);
  const now = [...week.cells.values()]
    .flat()
    .filter((visit) => visit.day === today && (zone === null || visit.zoneId === zone));
  const same = now.length === before.current.length && now.every((visit, at) => visit === before.current[at]);
  if (!same) before.current = now;
  return before.current;
}

/** S1 §8 'Calendar': the diagnostic in a dialog titled 'Obtener visitas'; what is behind it says the same once it is closed. */
function WeekFailed({ diagnostic, retry }: { diagnostic: string; retry: () => void }) {
  const [open, setOpen] = useState(true);
  const close = () => setOpen(false);
  return (
    <>
      <Modal
        opened={open}
        onClose={close}
        title={boardWords.calendarFailedTitle}
        closeButtonProps={{ 'aria-label': orderWords.close }}
      >
        <Stack>
          <Text role="alert">{diagnostic}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {orderWords.close}
            </Button>
            <Button onClick={retry} data-autofocus>
              {boardWords.retry}
            </Button>
          </Group>
        </Stack>
      </Modal>
      <Stack className={styles.calendar} p="md">
        <Alert color="red" variant="light" title={boardWords.calendarFailedTitle}>
          {diagnostic}
        </Alert>
        <Button variant="default" onClick={retry} style={{ alignSelf: 'flex-start' }}>
          {boardWords.retry}
        </Button>
      </Stack>
    </>
  );
}
