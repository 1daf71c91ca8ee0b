import { IconClockExclamation, IconPin, IconPinFilled, IconTruck, IconUserOff } from '@tabler/icons-react';
import { memo, useContext } from 'react';
import { surnameOf } from '../../../machines/customer/person-name.ts';
import { hoursText } from '../../../machines/visit/load.ts';
import { dayWords as words } from '../../words/board/day-words.ts';
import { filterWords } from '../../words/board/filter-words.ts';
import styles from './day.module.css';
import type { DayRow } from './day-rows.ts';
import { Favourites } from './use-favourites.ts';

/** Who, how much, and what the technician is doing now: two lines, whatever there is to say. */
export const TechnicianHead = memo(function TechnicianHead({
  technician,
  absent,
  load,
  pins = false,
}: Pick<DayRow, 'technician' | 'absent' | 'load'> & {
  /** It has the button that pins; not where it is itself a button. */
  pins?: boolean;
}) {
  const { visits, minutes, shift, late, onTheWay } = load;
  const doing =
    onTheWay && (onTheWay.arrived ? words.arrived : words.onTheWay)(surnameOf(onTheWay.clientName));
  const share = shift === 0 ? 0 : minutes / shift;
  return (
    <>
      <span className={styles.nameLine}>
        <span className={styles.name} title={technician?.name}>
          {technician?.name ?? words.unassigned}
        </span>
        {absent && (
          <span className={styles.state} data-state="absent" title={words.absent}>
            <IconUserOff size={12} aria-hidden /> <span>{words.absent}</span>
          </span>
        )}
        {doing && (
          <span className={styles.state} data-state="onTheWay" title={doing}>
            <IconTruck size={12} aria-hidden /> <span>{doing}</span>
          </span>
        )}
        {technician && pins && <PinButton technician={technician} />}
      </span>
      <span className={styles.loadLine}>
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
        {late > 0 && (
          <span className={styles.state} data-state="late" title={words.late(late)}>
            <IconClockExclamation size={12} aria-hidden /> <span>{words.late(late)}</span>
          </span>
        )}
      </span>
      {technician && shift > 0 && (
        <span className={styles.bar} aria-hidden data-over={share > 1 || undefined}>
          <span style={{ width: `${Math.min(100, Math.round(share * 100))}%` }} />
        </span>
      )}
    </>
  );
});

/** Pins a technician to the top of the day, for this user. */
export function PinButton(props: { technician: { id: number; name: string }; withText?: boolean }) {
  const { technician, withText } = props;
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
      // What is written says it, below its technician's name.
      aria-label={withText ? undefined : label}
      title={label}
      onClick={() => pinned.toggle(technician.id)}
    >
      <Icon size={14} aria-hidden />
      {withText && (isPinned ? filterWords.pinned : filterWords.pin)}
    </button>
  );
}
