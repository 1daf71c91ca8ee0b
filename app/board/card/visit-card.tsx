import { CloseButton } from '@mantine/core';
import { useEffect, useLayoutEffect, useState } from 'react';
import type { Slot } from '../../../db/reads/settings/operation.ts';
import type { CalendarVisit } from '../../../db/reads/visits/calendar-row.ts';
import { formatDay, slotLabel, weekdayName } from '../../../machines/calendar/slots.ts';
import { boardWords } from '../../words/board/board-words.ts';
import { visitCardWords as words } from '../../words/board/visit-card-words.ts';
import { StatusBadge } from '../status.tsx';
import { type Names, purposeOf, reasonOf, remarksOf, technicianOf } from '../week/chip-text.ts';
import type { BoardMode } from '../week/visit-chip.tsx';
import { CardActions } from './card-actions.tsx';
import type { ShownCard } from './card-controls.ts';
import { CardReach } from './card-reach.tsx';
import { type CardPlace, placeOf } from './place.ts';
import type { useCard } from './use-card.ts';
import styles from './visit-card.module.css';

type Props = {
  card: ReturnType<typeof useCard>;
  shown: ShownCard;
  visit: CalendarVisit;
  slot: Slot | undefined;
  names: Names;
  mode: BoardMode;
  /** On the board of a day. */
  day?: boolean;
  /** The visits that are chosen: of one of several the card speaks for all. */
  chosen: ReadonlySet<number>;
};

/** Who, what, where, whose, and what can be done about it, without leaving the board. A sheet on a phone. */
export default function VisitCard({ card, shown, visit, slot, names, mode, day, chosen }: Props) {
  const place = usePlace(card.card, shown.chip);
  const byTouch = shown.by === 'touch';
  const ref = card.card;
  useEffect(() => {
    if (byTouch) ref.current?.focus({ preventScroll: true });
  }, [byTouch, ref]);
  return (
    <section
      ref={card.card as React.RefObject<HTMLElement>}
      tabIndex={-1}
      className={styles.card}
      data-visit-card={visit.id}
      aria-label={words.label(visit.id, visit.clientName)}
      style={
        place
          ? ({
              '--left': `${place.left}px`,
              '--top': 'top' in place ? `${place.top}px` : 'auto',
              '--bottom': 'bottom' in place ? `${place.bottom}px` : 'auto',
              '--room': `${place.room}px`,
            } as object)
          : { visibility: 'hidden' }
      }
      onPointerEnter={card.hold}
      onPointerLeave={card.leave}
    >
      <div className={styles.head}>
        <StatusBadge visit={visit} reasonText={reasonOf(visit, names)} />
        {/* For a finger: where there is none, Escape closes it. */}
        {byTouch && <CloseButton size="lg" aria-label={words.close} onClick={card.giveBack} />}
      </div>
      <div>
        <strong className={styles.client}>{visit.clientName}</strong>
        <div>{purposeOf(visit, names)}</div>
        <div className={styles.soft}>
          OT {visit.orderNumber} · {names.types.get(visit.orderType)}
        </div>
      </div>
      <CardReach visit={visit} />
      <Facts visit={visit} slot={slot} names={names} />
      {remarksOf(visit).map((remark) => (
        <div key={remark} className={styles.soft}>
          {remark}
        </div>
      ))}
      <CardActions visit={visit} mode={mode} day={day ?? false} chosen={chosen} leave={card.giveBack} />
    </section>
  );
}

/** Whose it is, when, and where on the network. */
const Facts = ({ visit, slot, names }: Pick<Props, 'visit' | 'slot' | 'names'>) => (
  <dl className={styles.facts}>
    <dt>{words.technician}</dt>
    <dd>{technicianOf(visit, names) ?? boardWords.unassigned}</dd>
    <dt>{words.slot}</dt>
    <dd>
      {weekdayName(visit.day)} {formatDay(visit.day).slice(0, 5)}
      {slot && `, ${slotLabel(slot)}`}
    </dd>
    {visit.nodeName && (
      <>
        <dt>{words.node}</dt>
        <dd>{visit.nodeName}</dd>
      </>
    )}
  </dl>
);

/** Beside the row of its chip, also as it grows and as the board is scrolled by the keyboard. */
function usePlace(card: React.RefObject<HTMLElement>, chip: HTMLElement) {
  const [place, setPlace] = useState<CardPlace | null>(null);
  useLayoutEffect(() => {
    const element = card.current;
    if (!element) return;
    const put = () => {
      if (!chip.isConnected) return;
      // All that is in it, whatever of it is shown.
      const height = element.scrollHeight + element.offsetHeight - element.clientHeight;
      const screen = { width: window.innerWidth, height: window.innerHeight };
      const row = (chip.closest('tr') ?? chip).getBoundingClientRect();
      setPlace(placeOf(chip.getBoundingClientRect(), row, { width: element.offsetWidth, height }, screen));
    };
    put();
    const observer = new ResizeObserver(put);
    observer.observe(element);
    // It may be no higher than its room: what comes into it then changes its parts alone.
    for (const part of element.children) observer.observe(part);
    window.addEventListener('scroll', put, true);
    window.addEventListener('resize', put);
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', put, true);
      window.removeEventListener('resize', put);
    };
  }, [card, chip]);
  return place;
}
