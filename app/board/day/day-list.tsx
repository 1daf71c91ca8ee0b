import { IconChevronDown } from '@tabler/icons-react';
import { useRef } from 'react';
import type { Slot } from '../../../db/reads/settings/operation.ts';
import { slotLabel } from '../../../machines/calendar/slots.ts';
import { dayWords as words } from '../../words/board/day-words.ts';
import { useTableLinks } from '../use-table-links.ts';
import type { Names } from '../week/chip-text.ts';
import { useLookedAt } from '../week/use-shown.ts';
import styles from './day.module.css';
import type { DayRow } from './day-rows.ts';
import { RoundCards } from './round-cards.tsx';
import { PinButton, TechnicianHead } from './technician-head.tsx';

type Props = {
  label: string;
  rows: readonly DayRow[];
  slots: readonly Slot[];
  /** The visit that is open over the board. */
  looked: number | null;
  selected: ReadonlySet<number>;
  zones: ReadonlyMap<number, string>;
  names: Names;
};

/** The day on a phone: a list by technician, each opened by a tap; a card leads to its moves. */
export function DayList({ label, rows, slots, looked, selected, zones, names }: Props) {
  const list = useRef<HTMLElement>(null);
  useTableLinks(list);
  useLookedAt(list, looked);
  return (
    <section ref={list} id="week" tabIndex={-1} className={styles.list} aria-label={label}>
      {rows.map((row) => (
        <details
          key={row.key}
          className={styles.person}
          data-technician-id={row.technician?.id ?? ''}
          open={row.technician === null || row.load.late > 0 || row.load.onTheWay !== null}
        >
          <summary>
            <IconChevronDown size={18} aria-hidden className={styles.chevron} />
            <TechnicianHead technician={row.technician} absent={row.absent} load={row.load} />
            {row.zone && <span className={styles.load}>{row.zone.name || words.noZone}</span>}
          </summary>
          {row.technician && <PinButton technician={row.technician} withText />}
          {slots.map((slot) => {
            const visits = row.cells.get(slot.id) ?? [];
            return visits.length === 0 ? null : (
              <section key={slot.id} data-timestripe-id={slot.id}>
                <h3>{slotLabel(slot)}</h3>
                <RoundCards visits={visits} selected={selected} zones={zones} names={names} />
              </section>
            );
          })}
        </details>
      ))}
    </section>
  );
}
