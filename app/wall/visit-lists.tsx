import { type Icon, IconClockExclamation, IconTruck } from '@tabler/icons-react';
import type { Slot } from '../../db/reads/settings/operation.ts';
import type { CalendarVisit } from '../../db/reads/visits/calendar-row.ts';
import { wallWords as words } from '../words/board/wall-words.ts';
import styles from './wall.module.css';
import {
  lateLines,
  onTheWayLines,
  rowsInRoom,
  shareRoom,
  type VisitLine,
  type WallNames,
} from './wall-rows.ts';

type Props = { visits: readonly CalendarVisit[]; slots: readonly Slot[]; names: WallNames };

/** So many rows of both lists have room on a screen of 16:9. */
const room = 10;

/** Who is on the way to what, and what is late. */
export function VisitLists({ visits, slots, names }: Props) {
  const onTheWay = onTheWayLines(visits, slots, names);
  const late = lateLines(visits, slots, names);
  const [forOnTheWay, forLate] = shareRoom(room, onTheWay.length, late.length);
  return (
    <div className={styles.lists}>
      <List
        title={words.onTheWay}
        none={words.noneOnTheWay}
        tone="onTheWay"
        TitleIcon={IconTruck}
        lines={onTheWay}
        room={forOnTheWay}
      />
      <List
        title={words.late}
        none={words.noneLate}
        tone="late"
        TitleIcon={IconClockExclamation}
        lines={late}
        room={forLate}
      />
    </div>
  );
}

type ListProps = {
  title: string;
  none: string;
  tone: 'onTheWay' | 'late';
  TitleIcon: Icon;
  lines: readonly VisitLine[];
  room: number;
};

function List({ title, none, tone, TitleIcon, lines, room }: ListProps) {
  const { shown, left } = rowsInRoom(lines, room);
  return (
    <section className={styles.part} data-tone={tone}>
      <h2 className={styles.listTitle}>
        <TitleIcon aria-hidden className={styles.icon} /> {title}
        {lines.length > 0 && <span className={styles.count}>{lines.length}</span>}
      </h2>
      {lines.length === 0 ? (
        <p className={styles.none}>{none}</p>
      ) : (
        <ul className={styles.lines}>
          {shown.map(({ id, technician, what }) => (
            <li key={id} data-visit-id={id} className={styles.line}>
              <b className={styles.technician}>{technician}</b>
              <span className={styles.what}>{what}</span>
            </li>
          ))}
          {left > 0 && <li className={styles.more}>{words.more(left)}</li>}
        </ul>
      )}
    </section>
  );
}
