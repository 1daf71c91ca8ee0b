import { IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { Slot } from '../../../db/reads/settings/operation.ts';
import { formatDay, slotLabel, weekdayName } from '../../../machines/calendar/slots.ts';
import { PlainIconButton } from '../../ui/plain/plain.tsx';
import { boardWords } from '../../words/board/board-words.ts';
import { keepInView } from '../keep-in-view.ts';
import { useAddress } from '../use-address.ts';
import { useEscape } from '../use-escape.ts';
import styles from './create.module.css';
import { type Place, placeText } from './place.ts';

type Props = {
  place: Place;
  slots: readonly Slot[];
  /** The orders are there: those of another operation come a moment later. */
  ready: boolean;
};

/** Over the list while the order for a visit is chosen: where the visit is to be, and the way to leave it. */
export function CreatingNotice({ place, slots, ready }: Props) {
  const { shut } = useAddress();
  const slot = slots.find(({ id }) => id === place.slotId);
  const notice = useRef<HTMLDivElement>(null);
  const key = placeText(place);
  const begun = useRef<string | null>(null);
  useEffect(() => {
    const again = begun.current === key;
    begun.current = key;
    // The user may have gone elsewhere while the orders came.
    if (again && (!ready || document.activeElement !== notice.current)) return;
    const list = notice.current?.parentElement;
    const card = ready && list?.querySelector<HTMLElement>('[data-order][tabindex="0"]');
    (card || notice.current)?.focus();
  }, [key, ready]);
  // Without its zone the main calendar grows above the cell.
  useEffect(() => keepInView(() => document.querySelector<HTMLElement>(`[data-add="${key}"]`)), [key]);
  const leave = () => {
    shut({ crear: null, vista: null }, 1);
    document.querySelector<HTMLElement>(`[data-add="${key}"]`)?.focus();
  };
  useEscape(leave);
  return (
    <div ref={notice} tabIndex={-1} role="status" className={styles.notice}>
      <span>
        {boardWords.chooseOrder}{' '}
        <strong>
          {weekdayName(place.day).toLowerCase()} {formatDay(place.day).slice(0, 5)}
          {slot && `, ${slotLabel(slot)}`}
        </strong>
      </span>
      <PlainIconButton aria-label={boardWords.leaveCreating} title={boardWords.leaveCreating} onClick={leave}>
        <IconX size={18} aria-hidden />
      </PlainIconButton>
    </div>
  );
}
