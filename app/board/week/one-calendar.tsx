import { Suspense, useRef } from 'react';
import { addDays, formatDay } from '../../../machines/calendar/slots.ts';
import type { WeekView } from '../../data/week-view.ts';
import { useViewer } from '../../routes/signed-in/screen.ts';
import { lazyPart } from '../../ui/parts/lazy-part.ts';
import { boardWords } from '../../words/board/board-words.ts';
import styles from '../board.module.css';
import { useShowPast, useTurnWeek } from '../board-params.ts';
import { VisitCards } from '../card/visit-cards.tsx';
import { useCreate } from '../create/use-create.ts';
import filterStyles from '../filters/filters.module.css';
import { LazyWeekFilters } from '../filters/lazy-week-filters.tsx';
import { Strip } from '../strip/strip.tsx';
import type { CalendarProps } from './calendar-props.ts';
import { NoSlots } from './no-slots.tsx';
import { useCalendar } from './use-calendar.ts';
import { Week } from './week.tsx';
import { WeekFailed } from './week-failed.tsx';

const VisitDialogs = lazyPart(() => import('../card/visit-dialogs.tsx'));

/** The week of one operation with its states: loading, empty of slots, failed, shown. */
export function OneCalendar(props: CalendarProps & { view: WeekView }) {
  const { board, view, params, today, hour, mode, mayConfigure } = props;
  const turn = useTurnWeek(today);
  const showPast = useShowPast();
  const { permissions } = useViewer();
  const { filter } = params;
  const calendar = useCalendar(board, view, today, filter);
  const { week, reload, slots, names, filtering, strip, withoutSlots } = calendar;
  const mayCreate = mode === 'jefetec' && permissions.includes('can_create_visit');
  const create = useCreate(params.order !== null);
  const area = useRef<HTMLElement>(null);
  const dialogsOpened = useRef(false);
  if (params.action) dialogsOpened.current = true;
  if (week.status === 'failed')
    return <WeekFailed diagnostic={week.diagnostic ?? boardWords.calendarFailed} retry={reload} />;
  if (withoutSlots)
    return (
      <div className={styles.calendar}>
        <NoSlots operation={board.operation} mayConfigure={mayConfigure} />
      </div>
    );
  return (
    <section ref={area} className={styles.calendar}>
      <PrintHead board={board} params={params} />
      <div className={filterStyles.row}>
        <Strip {...strip} only={params.only} />
        <LazyWeekFilters board={board} filter={filter} />
      </div>
      <Week
        week={week}
        slots={slots}
        names={names}
        filtering={filtering}
        today={today}
        hour={hour}
        mode={mode}
        turn={turn}
        create={mayCreate ? create : null}
        creating={params.creating}
        found={params.foundVisit}
        looked={params.visit}
        pastOpen={params.pastOpen}
        showPast={showPast}
      />
      <VisitCards area={area} week={week} slots={slots} names={names} mode={mode} />
      {mode === 'jefetec' && dialogsOpened.current && (
        <Suspense fallback={null}>
          <VisitDialogs week={week} params={params} today={today} />
        </Suspense>
      )}
    </section>
  );
}

/** What a sheet of paper is of. */
function PrintHead({ board, params }: Pick<CalendarProps, 'board' | 'params'>) {
  const { operationNames } = useViewer();
  return (
    <p className={styles.printHead} aria-hidden>
      {[
        operationNames[board.operation],
        board.zones.find(({ id }) => id === params.zone)?.name ?? boardWords.allZones,
        boardWords.week(formatDay(params.week), formatDay(addDays(params.week, 6))),
      ].join(' · ')}
    </p>
  );
}
