import { IconArrowsMaximize, IconArrowsMinimize } from '@tabler/icons-react';
import { type CSSProperties, memo, useEffect, useMemo, useRef, useState } from 'react';
import type { Slot } from '../../../db/reads/settings/operation.ts';
import type { CalendarVisit } from '../../../db/reads/visits/calendar-row.ts';
import { leftIn } from '../../../machines/calendar/capacity.ts';
import { addDays, formatDay, formatHours, slotLabel, weekdayName } from '../../../machines/calendar/slots.ts';
import type { DayFilter } from '../../../machines/visit/day-filters.ts';
import { cellKey, type WeekState } from '../../data/week-view.ts';
import { boardWords } from '../../words/board/board-words.ts';
import { loadingWords } from '../../words/shell/shell-words.ts';
import { type Place, readPlace } from '../create/place.ts';
import type { Filtering } from '../filters/use-filter.ts';
import { News } from '../news/news.tsx';
import { useRovingFocus } from '../use-roving-focus.ts';
import { useTableLinks } from '../use-table-links.ts';
import type { Names } from './chip-text.ts';
import { EmptyWeek } from './empty-week.tsx';
import { leastLines } from './row-heights.ts';
import { shownIn } from './shown-visits.ts';
import { useHour } from './use-hour.ts';
import { useRoom, useRows } from './use-rows.ts';
import { useRowsDrawn } from './use-rows-drawn.ts';
import { dayOf, slotOf, useFoundVisit, useLookedAt, useShownSlots, useTodayInView } from './use-shown.ts';
import { useSwipe } from './use-swipe.ts';
import styles from './week.module.css';
import { WeekCell } from './week-cell.tsx';

type Props = {
  week: WeekState;
  slots: Slot[];
  names: Names;
  filtering: Filtering;
  today: string;
  /** The hour at which the screen was read. */
  hour: number;
  /** How a visit opens from here: `jefetec` edits, `calendario` reads (S2 §6). */
  mode: 'jefetec' | 'calendario';
  /** Where visits can be made, what begins it; null: they are not made here. */
  create: ((place: Place) => void) | null;
  /** Where one is being made. */
  creating: Place | null;
  /** A visit to bring into view (ux.md U21). */
  found: number | null;
  /** The visit that is open beside the board. */
  looked: number | null;
  /** Its operation, where it stands among the weeks of others. */
  among?: string | undefined;
  /** The days of this week that are over are shown in full. */
  pastOpen: boolean;
  showPast: (open: boolean) => void;
  /** Turn to another week, by a finger. */
  turn: (days: number) => void;
};

const isNow = ({ fromHour, toHour }: Slot, hour: number) => fromHour <= hour && hour < toHour;

const noVisits: readonly CalendarVisit[] = [];
/**
 * The week: a real table, days across and slots down, one stop of the Tab key
 * with the arrows inside. A cell is drawn again only when it changes.
 */
export const Week = memo(function Week(props: Props) {
  const { week, slots, names, filtering, today, create, looked, among } = props;
  const table = useRef<HTMLTableElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const days = useMemo(() => Array.from({ length: 7 }, (_, at) => addDays(week.from, at)), [week.from]);
  const hour = useHour(props.hour);
  const shown = useShownSlots(slots, week.cells, days);
  const loading = week.status === 'loading';
  const foundIn = props.found === null ? null : slotOf(week, props.found);
  const sought = props.found !== null || looked !== null || props.creating !== null;
  const { drawn, glanced } = useRowsDrawn(!loading, shown.length, sought);
  const folded = useFoldedDays(props, days);
  const rows = useWeekRows(props, shown, days.slice(folded));
  const room = useRoom(table, rows);
  useHandsAndKeys(table, scroller, props, foundIn !== null);
  return (
    <div
      ref={scroller}
      {...(among === undefined ? { id: 'week', tabIndex: -1 } : { 'data-among': true })}
      className={styles.scroller}
      aria-busy={loading || undefined}
    >
      <table
        ref={table}
        className={styles.week}
        style={{ ...rows.style, '--narrow': folded } as CSSProperties}
        data-only={filtering.filter.only ?? undefined}
        aria-label={labelOf(week, among)}
      >
        <DayHeads days={days} today={today} folded={folded} isOpen={props.pastOpen} show={props.showPast} />
        <tbody>
          {shown.map((slot, at) => {
            const thin = rows.thin[at] ?? false;
            const lines = room.lines.get(slot.id) ?? (thin ? 0 : leastLines);
            const row = { slot, days, folded, hour, glance: at >= drawn, room: room.columns * lines };
            return (
              <SlotRow
                key={slot.id}
                slot={slot}
                thin={thin}
                style={{ ...rows.heights[at], '--lines': lines } as CSSProperties}
                holdsFound={foundIn === slot.id}
                create={create}
                cells={(opened) =>
                  loading || at >= Math.max(drawn, glanced)
                    ? bonesOf(days)
                    : cellsOf(props, { ...row, opened })
                }
              />
            );
          })}
        </tbody>
      </table>
      {loading && <Loading />}
      <EmptyWeek week={week} slots={slots} days={days} filtering={filtering} />
      <News changes={week.news} names={names} slots={slots} />
    </div>
  );
});

/** How it is moved through by fingers and keys, and which visits are brought into view or marked. */
function useHandsAndKeys(
  table: React.RefObject<HTMLTableElement>,
  scroller: React.RefObject<HTMLElement>,
  props: Props,
  hasFound: boolean,
): void {
  const { week, looked, turn } = props;
  useSwipe(scroller, (direction) => turn(direction === 'next' ? 7 : -7));
  useRovingFocus(table);
  useTableLinks(table);
  useTodayInView(table, week.from);
  useFoundVisit(table, props.found, hasFound);
  useLookedAt(table, looked);
}

/** How high the rows are, by what is shown in them. */
const useWeekRows = ({ week, filtering, among }: Props, slots: readonly Slot[], days: readonly string[]) =>
  useRows({
    ...{ week, slots, days },
    shownOf: (slot, visits) => shownIn(slot, filtering)(visits),
    closedToo: showsClosed(filtering.filter.only),
    chosen: JSON.stringify(filtering.filter),
    among: among !== undefined,
  });

const labelOf = (week: WeekState, among: string | undefined) =>
  [among, boardWords.week(formatDay(week.from), formatDay(week.to))].filter(Boolean).join(': ');

const Loading = () => (
  <p role="status" className={styles.note}>
    {loadingWords.calendar}
  </p>
);

const showsClosed = (only: DayFilter | null) => only === 'done' || only === 'outOfSlot';

/** How many days at the beginning of this week are over, and folded to a narrow strip: not where a visit of them is looked at. */
function useFoldedDays(props: Props, days: string[]): number {
  const { week, today, pastOpen, looked } = props;
  const at = days.indexOf(today);
  if (at <= 0 || pastOpen) return 0;
  const isOver = (visitId: number | null) => visitId !== null && (dayOf(week, visitId) ?? today) < today;
  return isOver(props.found) || isOver(looked) ? 0 : at;
}

type HeadsProps = {
  days: string[];
  today: string;
  /** So many of the days are narrow. */
  folded: number;
  isOpen: boolean;
  show: (open: boolean) => void;
};

const DayHeads = ({ days, today, folded, isOpen, show }: HeadsProps) => (
  <thead>
    <tr>
      <th scope="col" className={styles.corner}>
        {boardWords.slot}
      </th>
      {days.map((day, at) => (
        <th
          key={day}
          scope="col"
          data-today={day === today || undefined}
          data-past={day < today || undefined}
          data-narrow={at < folded || undefined}
          aria-current={day === today ? 'date' : undefined}
        >
          {at < folded ? (
            <button
              type="button"
              className={styles.unfold}
              title={boardWords.showPast}
              onClick={() => show(true)}
            >
              {weekdayName(day).slice(0, 2)}
              <span className="visually-hidden">{weekdayName(day).slice(2)}</span>{' '}
              {formatDay(day).slice(0, 2)}
              <span className="visually-hidden">
                {formatDay(day).slice(2, 5)}: {boardWords.showPast}
              </span>
            </button>
          ) : (
            <>
              <span className={styles.dayName}>{weekdayName(day)}</span> {formatDay(day).slice(0, 5)}
            </>
          )}
          {at === 0 && isOpen && days.includes(today) && day < today && (
            <button
              type="button"
              className={styles.foldPast}
              aria-label={boardWords.foldPast}
              title={boardWords.foldPast}
              onClick={() => show(false)}
            >
              <IconArrowsMinimize size={14} aria-hidden />
            </button>
          )}
        </th>
      ))}
    </tr>
  </thead>
);

/** A row that is not drawn yet. */
const bonesOf = (days: string[]) =>
  days.map((day) => (
    <td key={day} className={styles.cell}>
      <div className={styles.bones} />
    </td>
  ));

type Row = {
  slot: Slot;
  days: string[];
  hour: number;
  opened: boolean;
  /** So many of the days are narrow. */
  folded: number;
  /** As many visits as have room in a cell. */
  room: number;
  /** Only what is seen at first. */
  glance: boolean;
};

/** The cells of a row; no component of its own, so that a cell alone decides whether it is drawn again. */
function cellsOf(props: Props, { slot, days, folded, hour, opened, room, glance }: Row) {
  const { week, names, filtering, today, mode, create, creating } = props;
  const addOf = (day: string) => {
    if (creating?.day === day && creating.slotId === slot.id) return 'chosen' as const;
    const over = day < today || (day === today && slot.toHour <= hour);
    return slot.enabled && !over ? ('offered' as const) : ('no' as const);
  };
  return days.map((day, at) => {
    const visits = week.cells.get(cellKey(day, slot.id)) ?? noVisits;
    return (
      <WeekCell
        key={day}
        day={day}
        slot={slot}
        visits={shownIn(slot, filtering)(visits)}
        today={day === today}
        past={day < today}
        narrow={at < folded}
        now={day === today && slot.enabled && isNow(slot, hour)}
        left={day < today ? null : leftIn(slot, day, visits)}
        closedToo={showsClosed(filtering.filter.only)}
        opened={opened}
        room={room}
        glance={glance}
        add={create ? addOf(day) : 'no'}
        names={names}
        mode={mode}
      />
    );
  });
}

/** A row keeps five slots in view; it can be opened to show every visit at once. */
function SlotRow(props: {
  slot: Slot;
  /** No visit is open in it: until it is opened it is one line high. */
  thin: boolean;
  style: CSSProperties;
  holdsFound: boolean;
  create: Props['create'];
  cells: (opened: boolean) => React.ReactNode;
}) {
  const { slot, thin, style, holdsFound, create, cells } = props;
  const [open, setOpen] = useState(holdsFound);
  useEffect(() => {
    if (holdsFound) setOpen(true);
  }, [holdsFound]);
  const label = open ? boardWords.collapse : boardWords.expand;
  return (
    <tr
      data-open={open || undefined}
      data-thin={thin || undefined}
      className={styles.row}
      style={style}
      // One listener for all the cells of a row.
      onClick={(event) => {
        const pressed = event.target as HTMLElement;
        if (pressed.closest('[data-more]')) setOpen(true);
        const place = readPlace(pressed.closest<HTMLElement>('[data-add]')?.dataset.add ?? null);
        if (place) create?.(place);
      }}
    >
      <th scope="row" className={styles.slot}>
        <div className={styles.slotHead}>
          <span className={styles.slotName} title={slot.name}>
            {slot.name}
          </span>
          {slotLabel(slot) !== slot.name && <span className={styles.slotHours}>{formatHours(slot)}</span>}
          <button
            type="button"
            className={styles.expand}
            aria-expanded={open}
            aria-label={`${label}: ${slot.name}`}
            title={label}
            onClick={() => setOpen(!open)}
          >
            {open ? (
              <IconArrowsMinimize size={14} aria-hidden />
            ) : (
              <IconArrowsMaximize size={14} aria-hidden />
            )}
          </button>
        </div>
        <span className={styles.rule} data-rule={slot.id} aria-hidden />
      </th>
      {cells(open)}
    </tr>
  );
}
