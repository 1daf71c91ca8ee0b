import { IconHomeCheck, IconHomeFilled } from '@tabler/icons-react';
import { memo } from 'react';
import type { Slot } from '../../../db/reads/settings/operation.ts';
import type { CalendarVisit } from '../../../db/reads/visits/week.ts';
import { formatDay, weekdayName } from '../../../machines/calendar/slots.ts';
import { isOpen } from '../../../machines/visit/facts.ts';
import { statusLabel, toneOf } from '../../../machines/visit/labels.ts';
import { boardWords } from '../../words/board.ts';
import { hasWord } from '../../words/has-word.ts';
import { noticeWords } from '../../words/notices.ts';
import { StatusIcon } from '../status.tsx';
import styles from './week.module.css';

/** As many lines as a closed row has room for. */
const shownInCell = 3;

export type Names = { technicians: Map<number, string>; reasons: Map<number, string> };

type CellProps = {
  day: string;
  slot: Slot;
  /** As the week's store sorts them: what is urgent first, what is closed last. */
  visits: readonly CalendarVisit[];
  today: boolean;
  /** Whether its row is open, and shows all of them. */
  opened: boolean;
  names: Names;
  mode: 'jefetec' | 'calendario';
};

/** A slot of a day: its counts, the visits that need attention, and how many are done. Drawn again only when it changes. */
export const WeekCell = memo(
  function WeekCell({ day, slot, visits, today, opened, names, mode }: CellProps) {
    const open = visits.filter((visit) => isOpen(visit));
    const closed = visits.slice(open.length);
    const drawn = opened ? visits : open;
    const hidden = opened ? [] : closed;
    const folds = hidden.length > 0 && open.length < shownInCell;
    const rest = visits.length - Math.min(open.length, shownInCell) - (folds ? hidden.length : 0);
    const counts = `${open.length}/${visits.length}`;
    return (
      <td className={styles.cell} data-today={today || undefined}>
        {visits.length > 0 && (
          <div className={styles.cellHead}>
            <a
              href={`/subsidiaries/detail/${day}/${slot.id}`}
              className={styles.counts}
              tabIndex={-1}
              data-stop
              aria-label={`${boardWords.openSlot(slot.name, `${weekdayName(day)} ${formatDay(day)}`)}: ${boardWords.counts(open.length, visits.length)}, ${counts}`}
            >
              {counts}
            </a>
            {!opened && rest > 0 && (
              <button type="button" className={styles.more} data-more tabIndex={-1} aria-hidden>
                +{rest}
              </button>
            )}
          </div>
        )}
        <ul className={styles.visits}>
          {drawn.map((visit) => (
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
          {hidden.map((visit) => (
            <Folded key={visit.id} visit={visit} names={names} mode={mode} />
          ))}
        </ul>
      </td>
    );
  },
  (before, after) =>
    before.day === after.day &&
    before.slot === after.slot &&
    before.today === after.today &&
    before.opened === after.opened &&
    before.names === after.names &&
    before.mode === after.mode &&
    sameVisits(before.visits, after.visits),
);

const sameVisits = (a: readonly CalendarVisit[], b: readonly CalendarVisit[]) =>
  a === b || (a.length === b.length && a.every((visit, index) => visit === b[index]));

type ChipProps = Pick<CellProps, 'names' | 'mode'> & { visit: CalendarVisit };

/** A closed visit in a closed row: found by its id, drawn when the row opens. */
const Folded = memo(function Folded({ visit, names, mode }: ChipProps) {
  return (
    <li className="visually-hidden" aria-hidden>
      <a
        href={pathOf(visit, mode)}
        {...marksOf(visit)}
        className={styles.stub}
        aria-label={describe(visit, names)}
      />
    </li>
  );
});

const VisitChip = memo(function VisitChip({ visit, names, mode }: ChipProps) {
  const tone = toneOf(visit);
  // The operation's three digits stand in the bar above, on every visit alike.
  const number = visit.orderNumber.slice(3);
  const technician = technicianOf(visit, names);
  const who = technician ? initials(technician) : '';
  const description = describe(visit, names);
  return (
    <li>
      <a
        href={pathOf(visit, mode)}
        {...marksOf(visit)}
        className={styles.chip}
        data-stop
        // What is written on it stands in its name too, for those who say it (WCAG 2.5.3).
        aria-label={`${description} · ${number} ${who}`.trimEnd()}
        title={description}
      >
        <StatusIcon tone={tone} />
        <span className={styles.number}>{number}</span>{' '}
        {isAtHome(visit) ? (
          <IconHomeFilled size={12} className={styles.confirmed} aria-hidden />
        ) : (
          isConfirmed(visit) && <IconHomeCheck size={12} className={styles.confirmed} aria-hidden />
        )}
        {isLate(visit) && <span className={styles.late}>{boardWords.lateMark(visit.runningLate!)}</span>}
        <span className={styles.who}>{who}</span>
      </a>
    </li>
  );
});

const pathOf = (visit: CalendarVisit, mode: CellProps['mode']) => `/visit/view/${visit.id}/${mode}`;

const marksOf = (visit: CalendarVisit) => ({
  'data-tone': toneOf(visit),
  'data-status': toneOf(visit),
  'data-visit-id': visit.id,
  'data-version': visit.version,
  tabIndex: -1,
});

// What was confirmed is a promise to come: of a closed visit it says nothing.
const isConfirmed = (visit: CalendarVisit) => visit.confirmed && isOpen(visit);

// During an upgrade a process of the version before sends rows without it.
const isLate = (visit: CalendarVisit) => visit.runningLate != null && isOpen(visit);
const isAtHome = (visit: CalendarVisit) => visit.atHome && isOpen(visit);

const technicianOf = (visit: CalendarVisit, names: Names) =>
  visit.technicianId === null ? null : (names.technicians.get(visit.technicianId) ?? null);

/** All that is known of a visit on the board, in a line. */
function describe(visit: CalendarVisit, names: Names): string {
  const reason = visit.reasonId === null ? null : (names.reasons.get(visit.reasonId) ?? null);
  return [
    `${boardWords.visit(visit.id)}: ${statusLabel(visit, reason)}`,
    `OT ${visit.orderNumber}`,
    visit.clientName,
    visit.nodeName,
    technicianOf(visit, names) ?? boardWords.unassigned,
    isConfirmed(visit) && boardWords.confirmed,
    isAtHome(visit) && boardWords.atHome,
    isLate(visit) && boardWords.late(visit.runningLate!),
    visit.customerNotice && hasWord(noticeWords, visit.customerNotice)
      ? noticeWords[visit.customerNotice]
      : null,
  ]
    .filter(Boolean)
    .join(' · ');
}

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((part) => part[0])
    .join('')
    .slice(0, 2)
    .toUpperCase();
