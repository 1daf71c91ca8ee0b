import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { IconHomeCheck, IconHomeFilled } from '@tabler/icons-react';
import { memo, useContext, useEffect, useRef } from 'react';
import type { CalendarVisit } from '../../../db/reads/visits/calendar-row.ts';
import { surnameOf } from '../../../machines/customer/person-name.ts';
import { isOpen } from '../../../machines/visit/facts.ts';
import { toneOf } from '../../../machines/visit/labels.ts';
import { boardWords } from '../../words/board/board-words.ts';
import { dayWords as words } from '../../words/board/day-words.ts';
import { StatusIcon } from '../status.tsx';
import { describe, isAtHome, isConfirmed, isLate, type Names, purposeOf } from '../week/chip-text.ts';
import { pathOf } from '../week/visit-chip.tsx';
import weekStyles from '../week/week.module.css';
import styles from './day.module.css';
import { MayMove } from './may-move.ts';

type Props = {
  visit: CalendarVisit;
  zone: string;
  /** Its place in the round of the cell, from 1. */
  position: number;
  of: number;
  selected: boolean;
  names: Names;
};

/** A visit in the round of a technician: whom it is for, what for, where. It can be dragged while it is open. */
export const DayCard = memo(function DayCard({ visit, zone, position, of, selected, names }: Props) {
  const card = useRef<HTMLAnchorElement>(null);
  const movable = useContext(MayMove) && isOpen(visit);
  const { id } = visit;
  useEffect(() => {
    if (!movable || !card.current) return;
    return draggable({ element: card.current, getInitialData: () => ({ visitId: id }) });
  }, [movable, id]);
  const who = surnameOf(visit.clientName);
  const what = purposeOf(visit, names);
  const late = isLate(visit) ? boardWords.lateMark(visit.runningLate!) : '';
  const written = [who, what, late, zone].filter(Boolean).join(' ');
  const spoken = [describe(visit, names), visit.overbooked && overText].filter(Boolean).join(' · ');
  return (
    <li>
      <a
        ref={card}
        href={pathOf(visit, 'jefetec')}
        className={`${weekStyles.chip} ${styles.card}`}
        data-stop
        data-visit-id={visit.id}
        data-version={visit.version}
        data-tone={toneOf(visit)}
        data-status={toneOf(visit)}
        data-selected={selected || undefined}
        aria-label={words.card(`${spoken} · ${written}`, position, of)}
        tabIndex={-1}
        draggable={movable}
      >
        <StatusIcon tone={toneOf(visit)} />
        <span className={weekStyles.text}>
          <span className={weekStyles.client}>{who}</span> <span className={weekStyles.what}>{what}</span>
        </span>{' '}
        {visit.overbooked && (
          <span className={styles.over} title={overText} aria-hidden>
            +
          </span>
        )}
        {isAtHome(visit) ? (
          <IconHomeFilled size={12} className={weekStyles.confirmed} aria-hidden />
        ) : (
          isConfirmed(visit) && <IconHomeCheck size={12} className={weekStyles.confirmed} aria-hidden />
        )}
        {late && <span className={weekStyles.late}>{late}</span>} <span className={styles.zone}>{zone}</span>
      </a>
    </li>
  );
});

const overText = words.overbooked;
