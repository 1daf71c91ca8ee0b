import { Alert, Button, Stack } from '@mantine/core';
import { useCallback } from 'react';
import { addDays, formatDay, weekdayName } from '../../../machines/calendar/slots.ts';
import type { DayFilter } from '../../../machines/visit/day-filters.ts';
import { RescheduleDialog } from '../../dispatch/reschedule-dialog.tsx';
import { Empty } from '../../ui/content/error-page.tsx';
import { boardWords } from '../../words/board/board-words.ts';
import { dayWords as words } from '../../words/board/day-words.ts';
import boardStyles from '../board.module.css';
import { filterNames } from '../board-params.ts';
import { findVisit } from '../card/find-visit.ts';
import { VisitCards } from '../card/visit-cards.tsx';
import { VisitPanel } from '../lookups/visit-panel.tsx';
import { LazyMapView } from '../map/lazy-map-view.tsx';
import { News } from '../news/news.tsx';
import { placesOfDay } from '../strip/places-of-day.ts';
import { Strip } from '../strip/strip.tsx';
import { useAddress } from '../use-address.ts';
import { DayBar } from './day-bar.tsx';
import { DayList } from './day-list.tsx';
import { DayLoading } from './day-loading.tsx';
import { DayTable } from './day-table.tsx';
import { MayMove } from './may-move.ts';
import { MoveDialog } from './move-dialog.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { type DayPanelParts, type DayPanelProps, useDayPanel } from './use-day-panel.ts';
import { Favourites } from './use-favourites.ts';

type PartProps = { props: DayPanelProps; parts: DayPanelParts };

/** A day by technician: who has how much, what still fits, and moving it (contract §10). */
export function DayPanel(props: DayPanelProps) {
  const { board, params, shown, today } = props;
  const parts = useDayPanel(props);
  const { area, state, slots, names, day, moves, selection, rescheduling } = parts;
  if (state.status === 'failed')
    return <DayFailed text={state.diagnostic ?? words.failed} retry={parts.view.reload} />;
  const loading = state.status === 'loading';
  return (
    <MayMove.Provider value={moves.mayMove}>
      <VisitPanel
        id={params.visit}
        boardVisit={params.visit === null ? null : findVisit(state, params.visit)}
        mode="jefetec"
        day
      />
      <section ref={area} className={boardStyles.calendar} aria-busy={loading || undefined}>
        <DayBar
          params={shown}
          filter={day.filter}
          today={today}
          names={board.names}
          technicians={parts.technicians}
          dropOn={parts.dropOn}
        />
        <DayStrip props={props} parts={parts} />
        <Favourites.Provider value={parts.pinned}>
          {loading ? <DayLoading /> : <Visits props={props} parts={parts} />}
        </Favourites.Provider>
        <SelectionBar
          count={selection.selected.size}
          move={() => moves.ask([...selection.selected])}
          reschedule={
            rescheduling.may ? () => rescheduling.begin([...selection.selected], addDays(today, 1)) : null
          }
          clear={selection.clear}
        />
        <VisitCards
          area={area}
          week={state}
          slots={slots}
          names={names}
          mode="jefetec"
          chosen={selection.selected}
          day
        />
        <Dialogs props={props} parts={parts} />
        <News changes={state.news} names={names} slots={slots} />
      </section>
    </MayMove.Provider>
  );
}

/** How the day goes, of what its filters leave. */
function DayStrip({ props: { params, shown, today }, parts: { state, slots, day } }: PartProps) {
  const { set } = useAddress();
  const chooseFilter = useCallback(
    (filter: DayFilter | null) => set({ solo: filter && filterNames[filter] }),
    [set],
  );
  return (
    <Strip
      visits={day.counted}
      slots={slots}
      loading={state.status === 'loading'}
      places={placesOfDay(state.cells, slots, shown.day, new Date())}
      only={params.only}
      choose={chooseFilter}
      label={shown.day === today ? undefined : formatDay(shown.day).slice(0, 5)}
    />
  );
}

const DayFailed = ({ text, retry }: { text: string; retry: () => void }) => (
  <Stack className={boardStyles.calendar} p="md">
    <Alert color="red" variant="light" title={boardWords.calendarFailedTitle}>
      {text}
    </Alert>
    <Button variant="default" onClick={retry} style={{ alignSelf: 'flex-start' }}>
      {words.retry}
    </Button>
  </Stack>
);

/** The day's visits on the map, in a table, or on a phone as a list. */
function Visits({ props: { board, params, shown }, parts }: PartProps) {
  const { day, names, crew, selection, hover, phone } = parts;
  const { rows, slots, zones } = day;
  const { selected } = selection;
  const dayText = `${weekdayName(shown.day)} ${formatDay(shown.day)}`;
  if (shown.view === 'map')
    return (
      <LazyMapView
        operation={board.operation}
        day={shown.day}
        dayText={dayText}
        rows={rows}
        slots={slots}
        zones={zones}
        names={names}
        crew={crew.technicians}
        looked={params.visit}
        selected={selected}
        toggle={selection.toggle}
        choose={selection.choose}
      />
    );
  if (rows.length === 0)
    return (
      <Empty
        title={day.filtered ? words.empty : words.noPeople}
        hint={day.filtered ? words.emptyHint : undefined}
      />
    );
  const { visit: looked } = params;
  const common = { label: words.label(dayText), rows, slots, zones, names, looked, selected };
  return phone ? (
    <DayList {...common} />
  ) : (
    <DayTable
      {...common}
      left={day.left}
      nowIn={day.nowIn}
      order={shown.order}
      day={shown.day}
      whole={shown.whole}
      hover={hover}
    />
  );
}

/** Moving by choosing, and rescheduling. */
function Dialogs({ props: { board, shown, today }, parts }: PartProps) {
  const { shut } = useAddress();
  const { state, day, technicians, moves, selection, rescheduling } = parts;
  const { visits } = day;
  return (
    <>
      <MoveDialog
        moving={moves.mayMove ? visits.filter(({ id }) => shown.moving.includes(id)) : []}
        to={moves.dropped.current}
        visits={visits}
        technicians={technicians}
        left={day.left}
        objection={moves.objection}
        slots={day.slots.filter(({ enabled }) => enabled)}
        move={(ids, to, over) =>
          void moves.move(ids, to, over).then((outcome) => outcome === 'done' && selection.release(ids))
        }
        reschedule={rescheduling.may ? () => rescheduling.begin(shown.moving) : null}
        close={() => {
          // The next dialog is asked for by a press, and not by this drop.
          moves.dropped.current = null;
          shut({ mover: null });
        }}
      />
      <RescheduleDialog
        visits={rescheduling.visits}
        opened={rescheduling.visits.length > 0 && rescheduling.reasons !== null}
        reasons={rescheduling.reasons ?? []}
        startDay={rescheduling.startDay.current}
        seen={state.version ?? 0}
        operation={board.operation}
        today={today}
        close={rescheduling.close}
        done={rescheduling.done}
        leaveOut={rescheduling.leaveOut}
      />
    </>
  );
}
