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

/** As many lines as a closed row has room for. */
const shownInCell = 3;

type CellProps = {
  day: string;
  slot: Slot;
  /** As the week's store sorts them: what is urgent first, what is closed last. */
  visits: readonly CalendarVisit[];
  today: boolean;
  /** Its day is over: what is closed in it is no more than a record. */
  past: boolean;
  /** The slot that it is now. */
  now: boolean;
  /** Closed visits are what is looked for: drawn, not folded. */
  closedToo: boolean;
  /** The places left of its capacity; null: any number, or its day is over. */
  left: number | null;
  /** Whether its row is open, and shows all of them. */
  opened: boolean;
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
    const open = visits.filter((visit) => isOpen(visit));
    const closed = visits.slice(open.length);
    const drawn = opened ? visits : closedToo ? visits.slice(0, Math.max(open.length, shownInCell)) : open;
    const hidden = visits.slice(drawn.length);
    const folds = !closedToo && hidden.length > 0 && open.length < shownInCell;
    const rest = visits.length - Math.min(drawn.length, shownInCell) - (folds ? hidden.length : 0);
    return (
      <td
        className={styles.cell}
        data-today={today || undefined}
        data-past={past || undefined}
        data-now={now || undefined}
        data-empty={visits.length === 0 || undefined}
        data-full={left === 0 || undefined}
      >
        {(visits.length > 0 || now || left !== null) && (
          <div className={styles.cellHead}>
            {visits.length > 0 && <Counts day={day} slot={slot} open={open.length} all={visits.length} />}
            {left !== null && <span className={styles.left}>{boardWords.left(left)}</span>}
            {now && <span className={styles.now}>{boardWords.now}</span>}
            {!opened && rest > 0 && (
              <button type="button" className={styles.more} data-more tabIndex={-1} aria-hidden>
                +{rest}
              </button>
            )}
          </div>
        )}
        <ul className={styles.visits}>
          {(glance ? drawn.slice(0, shownInCell) : drawn).map((visit) => (
            <VisitChip key={visit.id} visit={visit} names={names} mode={mode} />
          ))}
          {!opened && folds && (
            <li>
              <button type="button" className={styles.folded} data-more tabIndex={-1}>
                {closed.every((visit) => toneOf(visit) === 'finished')
                  ? boardWords.foldedFinished(closed.length)
                  : boardWords.foldedClosed(closed.length)}
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
    before.glance === after.glance &&
    before.add === after.add &&
    before.names === after.names &&
    before.mode === after.mode &&
    sameVisits(before.visits, after.visits),
);

const dayText = (day: string) => `${weekdayName(day)} ${formatDay(day)}`;

/** How many of the cell's visits are open, which leads to all of them. */
function Counts({ day, slot, open, all }: { day: string; slot: Slot; open: number; all: number }) {
  const counts = `${open}/${all}`;
  return (
    <a
      href={`/subsidiaries/detail/${day}/${slot.id}`}
      className={styles.counts}
      tabIndex={-1}
      data-stop
      aria-label={`${boardWords.openSlot(slot.name, dayText(day))}: ${boardWords.counts(open, all)}, ${counts}`}
    >
      {counts}
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
