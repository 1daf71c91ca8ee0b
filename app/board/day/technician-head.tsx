import { IconClockExclamation, IconPin, IconPinFilled, IconTruck, IconUserOff } from '@tabler/icons-react';
import { memo, useContext } from 'react';
import { surnameOf } from '../../../machines/customer/person-name.ts';
import { hoursText } from '../../../machines/visit/load.ts';
import { dayWords as words } from '../../words/board/day-words.ts';
import { filterWords } from '../../words/board/filter-words.ts';
import styles from './day.module.css';
import type { DayRow } from './day-rows.ts';
import { Favourites } from './use-favourites.ts';

/** Who, how much, and what the technician is doing now. */
export const TechnicianHead = memo(function TechnicianHead({
  technician,
  absent,
  load,
}: Pick<DayRow, 'technician' | 'absent' | 'load'>) {
  const { visits, minutes, shift, late, onTheWay } = load;
  const share = shift === 0 ? 0 : minutes / shift;
  return (
    <>
      <span className={styles.nameLine}>
        <span className={styles.name} title={technician?.name}>
          {technician?.name ?? words.unassigned}
        </span>
        {technician && <PinButton technician={technician} />}
      </span>
      <span className={styles.load}>
        {words.visits(visits)}
        {technician && visits > 0 && shift > 0 && (
          <>
            {' · '}
            <span
              title={`${words.loadTitle(hoursText(minutes), hoursText(shift))}${share > 1 ? ` ${words.over}.` : ''}`}
              data-over={share > 1 || undefined}
            >
              {words.load(hoursText(minutes), hoursText(shift))}
            </span>
          </>
        )}
      </span>
      {technician && shift > 0 && (
        <span className={styles.bar} aria-hidden data-over={share > 1 || undefined}>
          <span style={{ width: `${Math.min(100, Math.round(share * 100))}%` }} />
        </span>
      )}
      {absent && (
        <span className={styles.state} data-state="absent">
          <IconUserOff size={12} aria-hidden /> {words.absent}
        </span>
      )}
      {onTheWay && (
        <span className={styles.state} data-state="onTheWay">
          <IconTruck size={12} aria-hidden />{' '}
          {(onTheWay.arrived ? words.arrived : words.onTheWay)(surnameOf(onTheWay.clientName))}
        </span>
      )}
      {late > 0 && (
        <span className={styles.state} data-state="late">
          <IconClockExclamation size={12} aria-hidden /> {words.late(late)}
        </span>
      )}
    </>
  );
});

/** Pins a technician to the top of the day, for this user. */
function PinButton({ technician }: { technician: { id: number; name: string } }) {
  const pinned = useContext(Favourites);
  if (!pinned) return null;
  const isPinned = pinned.favourites.has(technician.id);
  const label = (isPinned ? filterWords.notFavourite : filterWords.favourite)(technician.name);
  const Icon = isPinned ? IconPinFilled : IconPin;
  return (
    <button
      type="button"
      className={styles.pin}
      aria-pressed={isPinned}
      aria-label={label}
      title={label}
      onClick={(event) => {
        // In the list of a phone the name opens its technician.
        event.preventDefault();
        pinned.toggle(technician.id);
      }}
    >
      <Icon size={14} aria-hidden />
    </button>
  );
}
