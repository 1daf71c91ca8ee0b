import { IconHomeCheck, IconHomeFilled } from '@tabler/icons-react';
import { memo } from 'react';
import type { CalendarVisit } from '../../../db/reads/visits/calendar-row.ts';
import { surnameOf } from '../../../machines/customer/person-name.ts';
import { toneOf } from '../../../machines/visit/labels.ts';
import { boardWords } from '../../words/board/board-words.ts';
import { StatusIcon } from '../status.tsx';
import {
  describe,
  initials,
  isAtHome,
  isConfirmed,
  isLate,
  type Names,
  purposeOf,
  technicianOf,
} from './chip-text.ts';
import styles from './week.module.css';

/** How a visit opens from a board: `jefetec` edits, `calendario` reads (S2 §6). */
export type BoardMode = 'jefetec' | 'calendario';

type Props = { visit: CalendarVisit; names: Names; mode: BoardMode };

/** A closed visit in a closed row: found by its id, drawn when the row opens. */
export const Folded = memo(function Folded({ visit, names, mode }: Props) {
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

/** Whom the visit is for, what for, and whose it is. The rest is in its card (visit-card.tsx). */
export const VisitChip = memo(function VisitChip({ visit, names, mode }: Props) {
  const technician = technicianOf(visit, names);
  const who = surnameOf(visit.clientName);
  const what = purposeOf(visit, names);
  const late = isLate(visit) ? boardWords.lateMark(visit.runningLate!) : '';
  const whose = technician ? initials(technician) : '';
  // What is written on it stands in its name too, for those who say it (WCAG 2.5.3).
  const written = [who, what, late, whose].filter(Boolean).join(' ');
  return (
    <li>
      <a
        href={pathOf(visit, mode)}
        {...marksOf(visit)}
        className={styles.chip}
        data-stop
        aria-label={`${describe(visit, names)} · ${written}`}
      >
        <StatusIcon tone={toneOf(visit)} />
        <span className={styles.text}>
          <span className={styles.client}>{who}</span> <span className={styles.what}>{what}</span>
        </span>{' '}
        {isAtHome(visit) ? (
          <IconHomeFilled size={12} className={styles.confirmed} aria-hidden />
        ) : (
          isConfirmed(visit) && <IconHomeCheck size={12} className={styles.confirmed} aria-hidden />
        )}
        {late && <span className={styles.late}>{late}</span>} <span className={styles.whose}>{whose}</span>
      </a>
    </li>
  );
});

export const pathOf = (visit: { id: number }, mode: BoardMode) => `/visit/view/${visit.id}/${mode}`;

const marksOf = (visit: CalendarVisit) => ({
  'data-tone': toneOf(visit),
  'data-status': toneOf(visit),
  'data-visit-id': visit.id,
  'data-version': visit.version,
  tabIndex: -1,
});
