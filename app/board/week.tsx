import { Skeleton } from '@mantine/core';
import { Link } from '@remix-run/react';
import { IconArrowsMaximize, IconArrowsMinimize, IconHomeCheck } from '@tabler/icons-react';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import type { BoardNames, Slot } from '../../db/reads/operation.ts';
import type { CalendarVisit } from '../../db/reads/week.ts';
import { formatDay, formatHours, slotLabel, weekdayName, weekOf } from '../../machines/slots.ts';
import { stateOf, statusLabel, toneOf } from '../../machines/visit.ts';
import { words } from '../words.ts';
import { StatusIcon } from './status.tsx';
import { useRovingFocus } from './use-roving-focus.ts';
import { useSwipe } from './use-swipe.ts';
import styles from './week.module.css';
import { cellKey, type WeekState } from './week-store.ts';

type Props = {
  week: WeekState;
  slots: Slot[];
  names: BoardNames;
  zone: number | null;
  today: string;
  /** How a visit opens from here: `jefetec` edits, `calendario` reads (S2 §6). */
  mode: 'jefetec' | 'calendario';
  /** A visit to bring into view (ux.md U21). */
  found: number | null;
  /** Turn to another week, by a finger. */
  turn: (days: number) => void;
};

/** As many as a closed row has room for. */
const shownInCell = 3;
const noVisits: readonly CalendarVisit[] = [];
const isOpen = (visit: CalendarVisit) => !['finished', 'cancelled', 'rescheduled'].includes(stateOf(visit));

/**
 * The week: a real table, days across and slots down, one stop of the Tab key
 * with the arrows inside. A cell is drawn again only when it changes.
 */
export function Week({ week, slots, names, zone, today, mode, found, turn }: Props) {
  const table = useRef<HTMLTableElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  useSwipe(scroller, (direction) => turn(direction === 'next' ? 7 : -7));
  useRovingFocus(table);
  useTodayInView(table, week.from);
  const days = weekOf(week.from);
  const look = useNames(names);
  const shown = useMemo(
    () => slots.filter((slot) => slot.enabled || days.some((day) => week.cells.has(cellKey(day, slot.id)))),
    [slots, week.cells, days],
  );
  const inZone = (visits: readonly CalendarVisit[]) =>
    zone === null ? visits : visits.filter((visit) => visit.zoneId === zone);
  const loading = week.status === 'loading';
  const foundIn = found === null ? null : slotOf(week, found);
  useFoundVisit(table, found, foundIn !== null);
  return (
    <div ref={scroller} className={styles.scroller} aria-busy={loading || undefined}>
      <table
        ref={table}
        className={styles.week}
        aria-label={words.board.week(formatDay(week.from), formatDay(week.to))}
      >
        <thead>
          <tr>
            <th scope="col" className={styles.corner}>
              {words.board.slot}
            </th>
            {days.map((day) => (
              <th
                key={day}
                scope="col"
                data-today={day === today || undefined}
                aria-current={day === today ? 'date' : undefined}
              >
                <span className={styles.dayName}>{weekdayName(day)}</span> {formatDay(day).slice(0, 5)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((slot) => (
            <SlotRow key={slot.id} slot={slot} holdsFound={foundIn === slot.id}>
              {days.map((day) =>
                loading ? (
                  <td key={day} className={styles.cell}>
                    <Skeleton height={12} width="40%" mb={6} />
                    <Skeleton height={18} mb={4} />
                    <Skeleton height={18} />
                  </td>
                ) : (
                  <Cell
                    key={day}
                    day={day}
                    slot={slot}
                    visits={inZone(week.cells.get(cellKey(day, slot.id)) ?? noVisits)}
                    today={day === today}
                    names={look}
                    mode={mode}
                  />
                ),
              )}
            </SlotRow>
          ))}
        </tbody>
      </table>
      {loading && <p className="visually-hidden">{words.loading.calendar}</p>}
      <News visit={week.news} names={look} />
    </div>
  );
}

/** Where the week is wider than the screen, it opens at today. */
function useTodayInView(table: React.RefObject<HTMLTableElement>, monday: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another week is looked at anew
  useEffect(() => {
    const scroller = table.current?.parentElement;
    const today = table.current?.querySelector<HTMLElement>('thead th[data-today]');
    if (!scroller || scroller.scrollWidth <= scroller.clientWidth) return;
    const corner = table.current!.querySelector<HTMLElement>('thead th')!.offsetWidth;
    scroller.scrollLeft = today ? today.offsetLeft - corner : 0;
  }, [monday]);
}

const slotOf = (week: WeekState, visitId: number): number | null => {
  for (const visits of week.cells.values()) {
    const visit = visits.find(({ id }) => id === visitId);
    if (visit) return visit.slotId;
  }
  return null;
};

/** The visit that was asked for, in view and in focus, once. */
function useFoundVisit(table: React.RefObject<HTMLTableElement>, visitId: number | null, present: boolean) {
  useEffect(() => {
    if (visitId === null || !present) return;
    // After the row that holds it has opened.
    const frame = requestAnimationFrame(() => {
      const chip = table.current?.querySelector<HTMLElement>(`[data-visit-id="${visitId}"]`);
      if (!chip) return;
      chip.scrollIntoView({ block: 'center', inline: 'center' });
      chip.focus({ preventScroll: true });
      chip.dataset.found = 'true';
    });
    return () => {
      cancelAnimationFrame(frame);
      delete table.current?.querySelector<HTMLElement>('[data-found]')?.dataset.found;
    };
  }, [table, visitId, present]);
}

/** A row keeps five slots in view; it can be opened to show every visit at once. */
function SlotRow(props: { slot: Slot; holdsFound: boolean; children: React.ReactNode }) {
  const { slot, holdsFound, children } = props;
  const [open, setOpen] = useState(holdsFound);
  useEffect(() => {
    if (holdsFound) setOpen(true);
  }, [holdsFound]);
  const label = open ? words.board.collapse : words.board.expand;
  return (
    <tr
      data-open={open || undefined}
      className={styles.row}
      onClick={(event) => (event.target as HTMLElement).closest('[data-more]') && setOpen(true)}
    >
      <th scope="row" className={styles.slot}>
        <span className={styles.slotName}>{slot.name}</span>
        {slotLabel(slot) !== slot.name && <span className={styles.slotHours}>{formatHours(slot)}</span>}
        <button
          type="button"
          className={styles.expand}
          aria-expanded={open}
          aria-label={`${label}: ${slot.name}`}
          title={label}
          onClick={() => setOpen(!open)}
        >
          {open ? <IconArrowsMinimize size={14} aria-hidden /> : <IconArrowsMaximize size={14} aria-hidden />}
        </button>
      </th>
      {children}
    </tr>
  );
}

type Names = { technicians: Map<number, string>; reasons: Map<number, string> };

const useNames = (names: BoardNames): Names =>
  useMemo(
    () => ({
      technicians: new Map(names.technicians.map(({ id, name }) => [id, name])),
      reasons: new Map(names.reasons.map(({ value, text }) => [value, text])),
    }),
    [names],
  );

type CellProps = {
  day: string;
  slot: Slot;
  visits: readonly CalendarVisit[];
  today: boolean;
  names: Names;
  mode: Props['mode'];
};

const Cell = memo(
  function Cell({ day, slot, visits, today, names, mode }: CellProps) {
    const open = visits.filter(isOpen).length;
    return (
      <td className={styles.cell} data-today={today || undefined}>
        {visits.length > 0 && (
          <div className={styles.cellHead}>
            <Link
              to={`/subsidiaries/detail/${day}/${slot.id}`}
              className={styles.counts}
              tabIndex={-1}
              data-stop
              aria-label={`${words.board.openSlot(slot.name, `${weekdayName(day)} ${formatDay(day)}`)}: ${words.board.counts(open, visits.length)}`}
            >
              <b>{open}</b>/{visits.length}
            </Link>
            {visits.length > shownInCell && (
              <button type="button" className={styles.more} data-more tabIndex={-1} aria-hidden>
                +{visits.length - shownInCell}
              </button>
            )}
          </div>
        )}
        <ul className={styles.visits}>
          {visits.map((visit) => (
            <VisitChip key={visit.id} visit={visit} names={names} mode={mode} />
          ))}
        </ul>
      </td>
    );
  },
  (before, after) =>
    before.day === after.day &&
    before.slot === after.slot &&
    before.today === after.today &&
    before.names === after.names &&
    before.mode === after.mode &&
    sameVisits(before.visits, after.visits),
);

const sameVisits = (a: readonly CalendarVisit[], b: readonly CalendarVisit[]) =>
  a === b || (a.length === b.length && a.every((visit, index) => visit === b[index]));

const VisitChip = memo(function VisitChip({
  visit,
  names,
  mode,
}: {
  visit: CalendarVisit;
  names: Names;
  mode: Props['mode'];
}) {
  const tone = toneOf(visit);
  const technician = visit.technicianId === null ? null : (names.technicians.get(visit.technicianId) ?? null);
  const label = statusLabel(
    visit,
    visit.reasonId === null ? null : (names.reasons.get(visit.reasonId) ?? null),
  );
  const notice = visit.customerNotice ? (words.notice[visit.customerNotice] ?? null) : null;
  // What was confirmed is a promise to come: of a closed visit it says nothing.
  const confirmed = visit.confirmed && !(visit.finished || visit.cancelled || visit.rescheduled);
  const description = [
    `${words.board.visit(visit.id)}: ${label}`,
    `OT ${visit.orderNumber}`,
    visit.clientName,
    visit.nodeName,
    technician ?? words.board.unassigned,
    confirmed && words.board.confirmed,
    notice,
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <li>
      <Link
        to={`/visit/view/${visit.id}/${mode}`}
        className={styles.chip}
        data-tone={tone}
        data-status={tone}
        data-visit-id={visit.id}
        data-version={visit.version}
        data-stop
        tabIndex={-1}
        aria-label={description}
        title={description}
      >
        <StatusIcon tone={tone} />
        <span className={styles.number}>
          {/* The operation's three digits stand in the bar above, on every visit alike. */}
          {visit.orderNumber.slice(3)}
        </span>
        {confirmed && <IconHomeCheck size={12} className={styles.confirmed} aria-hidden />}
        <span className={styles.who}>{technician ? initials(technician) : ''}</span>
      </Link>
    </li>
  );
});

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((part) => part[0])
    .join('')
    .slice(0, 2)
    .toUpperCase();

/** Live changes are announced politely, at most one every second, and take no focus. */
function News({ visit, names }: { visit: CalendarVisit | null; names: Names }) {
  const [text, setText] = useState('');
  useEffect(() => {
    if (!visit) return;
    const reason = visit.reasonId === null ? null : (names.reasons.get(visit.reasonId) ?? null);
    const timer = setTimeout(() => setText(words.board.changed(visit.id, statusLabel(visit, reason))), 1_000);
    return () => clearTimeout(timer);
  }, [visit, names]);
  return (
    <p className="visually-hidden" role="status" aria-live="polite">
      {text}
    </p>
  );
}
