import { IconPlus } from '@tabler/icons-react';
import { memo } from 'react';
import type { Slot } from '../../../db/reads/settings/operation.ts';
import type { CalendarVisit } from '../../../db/reads/visits/calendar-row.ts';
import { formatDay, weekdayName } from '../../../machines/calendar/slots.ts';
import { isOpen } from '../../../machines/visit/facts.ts';
import { toneOf } from '../../../machines/visit/labels.ts';
import { boardWords } from '../../words/board/board-words.ts';
import { placeText } from '../create/place.ts';
import type { Names } from './chip-text.ts';
import { type BoardMode, Folded, VisitChip } from './visit-chip.tsx';
import styles from './week.module.css';

type CellProps = {
  day: string;
  slot: Slot;
  /** As the week's store sorts them: what is urgent first, what is closed last. */
  visits: readonly CalendarVisit[];
  today: boolean;
  /** Its day is over: what is closed in it is no more than a record. */
  past: boolean;
  /** Its day is folded: only how many visits it has is said. */
  narrow: boolean;
  /** The slot that it is now. */
  now: boolean;
  /** Closed visits are what is looked for: drawn, not folded. */
  closedToo: boolean;
  /** The places left of its capacity; null: any number, or its day is over. */
  left: number | null;
  /** Whether its row is open, and shows all of them. */
  opened: boolean;
  /** As many as a closed row has room for, in each of its cells. */
  room: number;
  /** Only what a closed row has room for is drawn, until the page has run. */
  glance: boolean;
  /** A visit can be made in it; `chosen`: one is being made. */
  add: 'no' | 'offered' | 'chosen';
  names: Names;
  mode: BoardMode;
};

/** A slot of a day: its counts, the visits that need attention, and how many are done. Drawn again only when it changes. */
export const WeekCell = memo(
  function WeekCell(props: CellProps) {
    const { day, slot, visits, today, past, now, closedToo, left, opened, glance, add, names, mode } = props;
    const { narrow, room } = props;
    const open = visits.filter((visit) => isOpen(visit));
    const closed = visits.slice(open.length);
    const drawn = drawnOf(props, open);
    const hidden = visits.slice(drawn.length);
    // Where none is open the head of the cell says how many are closed.
    const folds = !closedToo && !narrow && open.length > 0 && hidden.length > 0 && open.length < room;
    const rest = (closedToo ? visits : open).length - Math.min(drawn.length, room);
    return (
      <td
        className={styles.cell}
        data-today={today || undefined}
        data-past={past || undefined}
        data-narrow={narrow || undefined}
        data-now={now || undefined}
        data-empty={visits.length === 0 || undefined}
        data-full={left === 0 || undefined}
      >
        {(visits.length > 0 || now || left !== null) && (
          <div className={styles.cellHead}>
            {visits.length > 0 && (
              <Counts
                day={day}
                slot={slot}
                open={open.length}
                all={visits.length}
                text={
                  narrow
                    ? String(open.length || closed.length)
                    : countsText(open, closed, opened || closedToo)
                }
              />
            )}
            {left !== null && <span className={styles.left}>{boardWords.left(left)}</span>}
            {now && <span className={styles.now}>{boardWords.now}</span>}
            {!opened && !narrow && rest > 0 && <More count={rest} />}
          </div>
        )}
        <ul className={styles.visits}>
          {(glance && !opened ? drawn.slice(0, room) : drawn).map((visit) => (
            <VisitChip key={visit.id} visit={visit} names={names} mode={mode} />
          ))}
          {!opened && folds && (
            <li>
              <button type="button" className={styles.folded} data-more tabIndex={-1}>
                {foldedText(closed)}
              </button>
            </li>
          )}
          {!glance &&
            hidden.map((visit) => <Folded key={visit.id} visit={visit} names={names} mode={mode} />)}
        </ul>
        {add !== 'no' && <AddButton day={day} slot={slot} chosen={add === 'chosen'} />}
      </td>
    );
  },
  (before, after) =>
    before.day === after.day &&
    before.slot === after.slot &&
    before.today === after.today &&
    before.past === after.past &&
    before.now === after.now &&
    before.closedToo === after.closedToo &&
    before.left === after.left &&
    before.opened === after.opened &&
    before.narrow === after.narrow &&
    before.room === after.room &&
    before.glance === after.glance &&
    before.add === after.add &&
    before.names === after.names &&
    before.mode === after.mode &&
    sameVisits(before.visits, after.visits),
);

const dayText = (day: string) => `${weekdayName(day)} ${formatDay(day)}`;

const nothing: readonly CalendarVisit[] = [];

/** The visits of a cell that are drawn: in a closed row the open ones, where closed ones are looked for as many as have room. */
function drawnOf({ visits, narrow, opened, closedToo, room }: CellProps, open: readonly CalendarVisit[]) {
  if (narrow) return nothing;
  if (opened) return visits;
  return closedToo ? visits.slice(0, Math.max(open.length, room)) : open;
}

/** How many more there are; the row listens for its press. */
const More = ({ count }: { count: number }) => (
  <button
    type="button"
    className={styles.more}
    data-more
    tabIndex={-1}
    aria-hidden
    title={boardWords.moreVisits(count)}
  >
    +{count}
  </button>
);

const foldedText = (closed: readonly CalendarVisit[]) =>
  (closed.every((visit) => toneOf(visit) === 'finished')
    ? boardWords.foldedFinished
    : boardWords.foldedClosed)(closed.length);

/** How many of a cell's visits are open; where none is, and none is drawn, how many are closed. */
const countsText = (open: readonly unknown[], closed: readonly CalendarVisit[], drawsClosed: boolean) =>
  open.length === 0 && !drawsClosed ? foldedText(closed) : `${open.length}/${open.length + closed.length}`;

type CountsProps = { day: string; slot: Slot; open: number; all: number; text: string };

/** How many visits the cell has, which leads to all of them. */
function Counts({ day, slot, open, all, text }: CountsProps) {
  return (
    <a
      href={`/subsidiaries/detail/${day}/${slot.id}`}
      className={styles.counts}
      data-open={open > 0 || undefined}
      tabIndex={-1}
      data-stop
      aria-label={`${boardWords.openSlot(slot.name, dayText(day))}: ${boardWords.counts(open, all)}, ${text}`}
    >
      {text}
    </a>
  );
}

/** Begins a visit in the cell; the row listens for it. */
function AddButton({ day, slot, chosen }: { day: string; slot: Slot; chosen: boolean }) {
  const label = boardWords.addVisit(slot.name, dayText(day));
  return (
    <button
      type="button"
      className={styles.add}
      data-add={placeText({ day, slotId: slot.id })}
      data-chosen={chosen || undefined}
      data-stop
      tabIndex={-1}
      aria-label={label}
      title={label}
    >
      <IconPlus size={16} aria-hidden />
    </button>
  );
}

const sameVisits = (a: readonly CalendarVisit[], b: readonly CalendarVisit[]) =>
  a === b || (a.length === b.length && a.every((visit, index) => visit === b[index]));
