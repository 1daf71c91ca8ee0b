import { Alert, Button, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useMemo, useRef } from 'react';
import type { Changes } from '../../../db/feed/changes.ts';
import type { CalendarVisit } from '../../../db/reads/visits/calendar-row.ts';
import { refusedBy } from '../../../machines/access/permissions.ts';
import { addDays, formatDay, weekdayName } from '../../../machines/calendar/slots.ts';
import type { DayFilter } from '../../../machines/visit/day-filters.ts';
import { haveSeveralSlots } from '../../../machines/visit/placing.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { useLivePart } from '../../data/use-live-part.ts';
import { useDay } from '../../data/use-week.ts';
import { RescheduleDialog } from '../../dispatch/reschedule-dialog.tsx';
import { useRescheduleReasons } from '../../dispatch/use-reschedule-reasons.ts';
import type { Moved } from '../../dispatch/visits-dialog.tsx';
import { useViewer } from '../../routes/signed-in/screen.ts';
import { Empty } from '../../ui/error-page.tsx';
import { showRefused } from '../../ui/toast.ts';
import { boardWords } from '../../words/board.ts';
import { dayWords as words } from '../../words/day.ts';
import boardStyles from '../board.module.css';
import type { BoardData } from '../board-data.server.ts';
import { type BoardParams, filterNames } from '../board-params.ts';
import { findVisit } from '../card/find-visit.ts';
import { VisitCards } from '../card/visit-cards.tsx';
import { VisitPanel } from '../lookups/visit-panel.tsx';
import { LazyMapView } from '../map/lazy-map-view.tsx';
import { placesOfDay } from '../strip/places-of-day.ts';
import { Strip } from '../strip/strip.tsx';
import { useAddress } from '../use-address.ts';
import { namesOf } from '../week/chip-text.ts';
import { DayBar } from './day-bar.tsx';
import { DayList } from './day-list.tsx';
import { DayLoading } from './day-loading.tsx';
import type { DayParams } from './day-params.ts';
import { DayTable } from './day-table.tsx';
import { MayMove } from './may-move.ts';
import { MoveDialog } from './move-dialog.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useBeside } from './use-beside.ts';
import { useCreateByDrop } from './use-create-by-drop.ts';
import { useDayBoard } from './use-day-board.ts';
import { useDayKeys } from './use-day-keys.ts';
import { useDraggableOrders } from './use-draggable-orders.ts';
import { type Drop, useDrops } from './use-drops.ts';
import { type MoveTo, useMoves } from './use-moves.ts';
import { useSelection } from './use-selection.ts';

const slotsIn = ({ timestripes }: Changes) => timestripes;
const none: readonly CalendarVisit[] = [];
const crewIn = ({ crew }: Changes) => crew;

type Data = Record<string | symbol, unknown>;
export type DayPanelProps = {
  board: NonNullable<BoardData['board']> & { crew: NonNullable<NonNullable<BoardData['board']>['crew']> };
  params: BoardParams;
  shown: DayParams;
  today: string;
};

/** A day by technician: who has how much, what still fits, and moving it (contract §10). */
export function DayPanel({ board, params, shown, today }: DayPanelProps) {
  const { operation } = board;
  const { set, shut } = useAddress();
  const viewer = useViewer();
  const phone = useMediaQuery('(max-width: 48em)', false) ?? false;
  const area = useRef<HTMLElement>(null);
  const { state, view } = useDay(operation, shown.day);
  const slots = useLivePart(board, board.slots, slotsIn);
  const crew = useLivePart(board, board.crew, crewIn);
  const names = useMemo(() => namesOf(board.names), [board.names]);
  const day = useDayBoard({ state, slots, crew, board, params, shown, today });
  const { visits, rules } = day;
  const technicians = useMemo(() => crew.technicians.map(({ id, name }) => ({ id, name })), [crew]);

  const placeText = useCallback(
    ({ technicianId, slotId }: MoveTo) => {
      const slot = slotId === null ? words.ownSlotShort : (slots.find(({ id }) => id === slotId)?.name ?? '');
      if (technicianId === undefined) return slot;
      const technician =
        technicianId === null ? words.toUnassigned : (names.technicians.get(technicianId) ?? '');
      return words.toPlace(technician, slot);
    },
    [names, slots],
  );
  const { move, objection } = useMoves({ view, day: shown.day, visits, rules, placeText });
  const moveRefusal = refusedBy(viewer, 'can_assign_visit');
  const selection = useSelection(area, moveRefusal === null ? visits : none);
  const { idsOf } = selection;
  /** Where visits were dropped that still need an answer. */
  const dropped = useRef<MoveTo | null>(null);
  const ask = useCallback(
    (ids: readonly number[], to: MoveTo | null = null) => {
      if (moveRefusal !== null) return showRefused(refuse(moveRefusal).text);
      dropped.current = to;
      set({ mover: ids.join(',') }, { step: true });
    },
    [set, moveRefusal],
  );
  /** Visits of several slots keep theirs wherever they are dropped, unless another one is chosen in the dialog. */
  const targetOf = useCallback(
    (ids: readonly number[], to: Drop): MoveTo =>
      haveSeveralSlots(visits.filter(({ id }) => ids.includes(id)))
        ? { ...to, slotId: null, position: null }
        : to,
    [visits],
  );
  const moveOrAsk = useCallback(
    (ids: readonly number[], cell: Drop) => {
      if (moveRefusal !== null) return showRefused(refuse(moveRefusal).text);
      const to = targetOf(ids, cell);
      const why = objection(ids, to);
      // The dialog says why, what is near, and takes a reason; or whose hour another slot changes.
      if (why?.kind === 'full' || to.slotId === null) ask(ids, to);
      else if (why?.kind === 'refused') showRefused(words.notMoved(why.text));
      else void move(ids, to).then((outcome) => outcome === 'full' && ask(ids, to));
    },
    [objection, ask, move, moveRefusal, targetOf],
  );
  useDraggableOrders(viewer.permissions.includes('can_create_visit'));
  const create = useCreateByDrop({ operation, day: shown.day, rules });
  const hover = useDrops({
    objection: (data, to) => {
      if (!('visitId' in data)) return create.objection(to);
      const ids = idsOf(data.visitId as number);
      return objection(ids, targetOf(ids, to));
    },
    drop: (data, to) => {
      if ('visitId' in data) moveOrAsk(idsOf(data.visitId as number), to);
      else void create.create(data.orderNumber as string, to);
    },
  });
  const rescheduleOn = useRef<string | undefined>();
  const reschedule = useCallback(
    (ids: readonly number[], onDay?: string) => {
      rescheduleOn.current = onDay;
      set({ mover: null, reprogramar: ids.join(',') }, { step: onDay !== undefined });
    },
    [set],
  );
  const dropOn = useCallback(
    (data: Data, onDay: string) => reschedule(idsOf(data.visitId as number), onDay),
    [idsOf, reschedule],
  );
  const beside = useBeside({ rows: day.rows, slots: day.slots, visits });
  useDayKeys({
    ...{ area, today, beside },
    move: (id, to) => moveOrAsk(idsOf(id), to),
    ask: (id) => ask(idsOf(id)),
    select: selection.toggle,
  });

  const byId = (ids: number[]) => visits.filter(({ id }) => ids.includes(id));
  const rescheduling = byId(shown.rescheduling);
  const closeReschedule = () => shut({ reprogramar: null });
  const reasons = useRescheduleReasons(rescheduling[0]?.id ?? null, closeReschedule);
  const mayReschedule = refusedBy(viewer, 'reschedule') === null;
  const rescheduled = (moved?: Moved) => {
    selection.clear();
    if (!moved) return closeReschedule();
    set({ reprogramar: null, dia: moved.day === today ? null : moved.day, visita: String(moved.ids[0]) });
  };
  const chooseFilter = useCallback(
    (filter: DayFilter | null) => set({ solo: filter && filterNames[filter] }),
    [set],
  );
  const dayText = `${weekdayName(shown.day)} ${formatDay(shown.day)}`;
  if (state.status === 'failed')
    return (
      <Stack className={boardStyles.calendar} p="md">
        <Alert color="red" variant="light" title={boardWords.calendarFailedTitle}>
          {state.diagnostic ?? words.failed}
        </Alert>
        <Button variant="default" onClick={view.reload} style={{ alignSelf: 'flex-start' }}>
          {words.retry}
        </Button>
      </Stack>
    );
  const common = {
    label: words.label(dayText),
    ...{ rows: day.rows, slots: day.slots, zones: day.zones, names },
    selected: selection.selected,
  };
  return (
    <MayMove.Provider value={moveRefusal === null}>
      <VisitPanel
        id={params.visit}
        held={params.visit === null ? null : findVisit(state, params.visit)}
        mode="jefetec"
        day
      />
      <section
        ref={area}
        className={boardStyles.calendar}
        aria-busy={state.status === 'loading' || undefined}
      >
        <DayBar
          params={shown}
          today={today}
          kinds={board.names.orderTypes}
          technicians={technicians}
          dropOn={dropOn}
        />
        <Strip
          visits={day.inZone}
          slots={slots}
          loading={state.status === 'loading'}
          places={placesOfDay(state.cells, slots, shown.day, new Date())}
          only={params.only}
          choose={chooseFilter}
          label={shown.day === today ? undefined : formatDay(shown.day).slice(0, 5)}
        />
        {state.status === 'loading' ? (
          <DayLoading />
        ) : shown.view === 'map' ? (
          <LazyMapView
            {...{ operation, dayText, names, crew: crew.technicians, day: shown.day }}
            {...{ rows: day.rows, slots: day.slots, zones: day.zones }}
            {...{ selected: selection.selected, toggle: selection.toggle, choose: selection.choose }}
          />
        ) : day.rows.length === 0 ? (
          <Empty
            title={day.filtered ? words.empty : words.noPeople}
            hint={day.filtered ? words.emptyHint : undefined}
          />
        ) : phone ? (
          <DayList {...common} />
        ) : (
          <DayTable {...common} left={day.left} nowIn={day.nowIn} hover={hover} />
        )}
        <SelectionBar
          count={selection.selected.size}
          move={() => ask([...selection.selected])}
          reschedule={mayReschedule ? () => reschedule([...selection.selected], addDays(today, 1)) : null}
          clear={selection.clear}
        />
        <VisitCards {...{ area, week: state, slots, names, mode: 'jefetec', day: true }} />
        <MoveDialog
          moving={moveRefusal === null ? byId(shown.moving) : []}
          to={dropped.current}
          {...{ visits, technicians, left: day.left, objection }}
          slots={day.slots.filter(({ enabled }) => enabled)}
          move={(ids, to, over) => void move(ids, to, over)}
          reschedule={mayReschedule ? () => reschedule(shown.moving) : null}
          close={() => shut({ mover: null })}
        />
        <RescheduleDialog
          visits={rescheduling as CalendarVisit[]}
          opened={rescheduling.length > 0 && reasons !== null}
          reasons={reasons ?? []}
          startDay={rescheduleOn.current}
          seen={state.version ?? 0}
          {...{ operation, today }}
          close={closeReschedule}
          done={rescheduled}
          leaveOut={(id) =>
            set({ reprogramar: shown.rescheduling.filter((other) => other !== id).join(',') || null })
          }
        />
      </section>
    </MayMove.Provider>
  );
}
