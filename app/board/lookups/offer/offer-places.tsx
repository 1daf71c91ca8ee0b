import { Alert, Button } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Shown } from '../../../../db/reads/registry.ts';
import { mayDo, permissions } from '../../../../machines/access/permissions.ts';
import {
  type Day,
  formatDay,
  formatHours,
  slotLabel,
  weekdayName,
} from '../../../../machines/calendar/slots.ts';
import { isWithinHours } from '../../../../machines/order/customer-hours.ts';
import { daysToOffer, isFull, type OfferedPlace } from '../../../../machines/visit/offer.ts';
import { refuse } from '../../../../machines/words/refusals.ts';
import { NearPlaces } from '../../../dispatch/near-places.tsx';
import { useViewer } from '../../../routes/signed-in/screen.ts';
import { createWords } from '../../../words/visit/creation-words.ts';
import { offerWords as words } from '../../../words/visit/offer-words.ts';
import { DialogLoading, DialogRefused } from '../dialog-body.tsx';
import styles from './offer.module.css';
import type { OfferedVisit } from './offered.tsx';
import { useOrderPlaces } from './use-order-places.ts';
import { type PressPlace, usePressPlace } from './use-press-place.ts';

type Props = {
  /** Of the order. */
  number: string;
  /** The visit was created. */
  made: (visit: OfferedVisit) => void;
  /** Its creation was taken back. */
  undone: () => void;
};

/** The free places of the next days for an order, the best first; one press creates the visit and notifies the client. */
export function OfferPlaces({ number, made, undone }: Props) {
  const read = useOrderPlaces(number);
  if (read.state === 'failed') return <DialogRefused text={words.failed} retry={read.retry} />;
  if (read.state === 'asking') return <DialogLoading text={words.loading} lines={4} />;
  if (!read.answer.ok) return <DialogRefused text={read.answer.text} retry={read.retry} />;
  return <Places answer={read.answer} refresh={read.refresh} made={made} undone={undone} />;
}

type Answered = Shown<'orderPlaces'>;

type PlacesProps = Omit<Props, 'number'> & { answer: Answered; refresh: () => void };

function Places({ answer, refresh, made, undone }: PlacesProps) {
  const { order, places, whyNotText } = answer;
  const mayCreate = mayDo(useViewer(), 'can_create_visit');
  const press = usePressPlace(order, { made, undone, refresh });
  const area = useFocusOnFirst();
  const [all, setAll] = useState(false);
  const why = mayCreate ? whyNotText : refuse(permissions.can_create_visit).text;
  const best = places.filter(({ best }) => best !== null).sort((a, b) => a.best! - b.best!);
  const days = [...new Set(places.map(({ day }) => day))];
  const shown = all ? days : days.slice(0, firstDays);
  if (places.every(isFull)) return <div className={styles.note}>{whyNotText ?? words.none(daysToOffer)}</div>;
  const common = { typeName: order.typeName, hours: order.hours, off: why !== null, press };
  return (
    <section ref={area} className={styles.places} aria-label={words.offer} onKeyDown={moveByArrows}>
      <div className={styles.note}>
        {[words.zone(order.zoneName), order.typeName, order.hours && words.hoursOf(order.hours)]
          .filter(Boolean)
          .join(' · ')}
        <br />
        {why === null ? words.hint : mayCreate ? why : `${why}. ${words.onlySee}`}
      </div>
      {why === null && !order.reachable && (
        <Alert color="yellow" variant="light" p="xs">
          {words.noChannel}
        </Alert>
      )}
      {press.failure && (
        <Alert color="red" variant="light" p="xs" role="alert">
          {press.failure.text}
          {press.failure.near && (
            <NearPlaces near={nearest(places, press.failure.near)} choose={(place) => press.choose(place)} />
          )}
        </Alert>
      )}
      {best.length > 0 && (
        <>
          <h4 className={styles.head}>{words.best}</h4>
          <div className={styles.best}>
            {best.map((place) => (
              <BestPlace key={keyOf(place)} place={place} {...common} />
            ))}
          </div>
        </>
      )}
      <h4 className={styles.head}>{words.all}</h4>
      {shown.map((day) => (
        <DayPlaces key={day} day={day} places={places.filter((place) => place.day === day)} {...common} />
      ))}
      {shown.length < days.length && (
        <Button size="xs" variant="default" onClick={() => setAll(true)}>
          {words.moreDays(days.length - shown.length)}
        </Button>
      )}
    </section>
  );
}

/** So many are drawn at once; the rest with one press. */
const firstDays = 7;
const keyOf = ({ day, id }: OfferedPlace) => `${day}.${id}`;

/** The free places that follow a full one. */
const nearest = (places: readonly OfferedPlace[], from: Day) =>
  places.filter((place) => place.day >= from && !isFull(place)).slice(0, 3);

type PlaceProps = {
  place: OfferedPlace;
  typeName: string;
  /** When the customer is at home, in words; null: not said. */
  hours: string | null;
  off: boolean;
  press: PressPlace;
};

function BestPlace({ place, typeName, hours, off, press }: PlaceProps) {
  const fits = hours === null ? null : isWithinHours(hours, place);
  return (
    <PlaceButton place={place} off={off} press={press} className={styles.bestPlace!}>
      <strong>
        {weekdayName(place.day)} {formatDay(place.day).slice(0, 5)}, {slotLabel(place)}
      </strong>
      <span className={styles.left}>{leftText(place)}</span>
      <span className={styles.around}>
        {[
          place.inZone > 0
            ? words.goingThere(place.inZone, place.planned)
            : words.planned(place.planned, typeName, place.ofType),
          words.technicians(place.technicians),
          fits !== null && words.fits(fits),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </PlaceButton>
  );
}

function DayPlaces(props: { day: Day; places: OfferedPlace[] } & Omit<PlaceProps, 'place'>) {
  const { day, places, typeName, hours, off, press } = props;
  const name = `${weekdayName(day)} ${formatDay(day).slice(0, 5)}`;
  return (
    <fieldset className={styles.day} aria-label={name}>
      <span className={styles.dayName}>
        {weekdayName(day).slice(0, 3)}
        <br />
        {formatDay(day).slice(0, 5)}
      </span>
      <div className={styles.slots}>
        {places.map((place) => (
          <PlaceButton
            key={keyOf(place)}
            place={place}
            off={off}
            press={press}
            className={styles.slot!}
            title={`${slotLabel(place)}: ${words.planned(place.planned, typeName, place.ofType)}`}
          >
            <span className={styles.hours}>
              <strong>{formatHours(place)}</strong> <span>{leftText(place)}</span>
            </span>
            <span className={styles.around}>
              {[
                place.inZone > 0 && words.inZone(place.inZone),
                place.ofType > 0 && `${place.ofType} ${typeName.toLowerCase()}`,
                words.fewTechnicians(place.technicians),
                hours !== null && isWithinHours(hours, place) === false && words.misfit,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </PlaceButton>
        ))}
      </div>
    </fieldset>
  );
}

type ButtonProps = Omit<PlaceProps, 'typeName' | 'hours'> & {
  className: string;
  title?: string;
  children: React.ReactNode;
};

/** Off without a place, or without the permission, which is said above. */
function PlaceButton({ place, off, press, className, title, children }: ButtonProps) {
  const disabled = off || isFull(place) || press.busy;
  return (
    <button
      type="button"
      className={className}
      title={title}
      data-place={keyOf(place)}
      data-full={isFull(place) || undefined}
      aria-disabled={disabled || undefined}
      onClick={() => !disabled && press.choose(place)}
    >
      {children}
    </button>
  );
}

const leftText = ({ left }: OfferedPlace): string =>
  left === null ? words.noLimit : left === 0 ? words.full : createWords.left(left);

/** Arrows lead from place to place, Home and End to the first and the last. */
function moveByArrows(event: KeyboardEvent<HTMLElement>) {
  const places = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-place]:not([aria-disabled])')];
  const at = places.indexOf(event.target as HTMLElement);
  if (at < 0) return;
  const next = {
    ArrowDown: at + 1,
    ArrowRight: at + 1,
    ArrowUp: at - 1,
    ArrowLeft: at - 1,
    Home: 0,
    End: places.length - 1,
  }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  places[next]?.focus();
}

/** The focus comes to the place to offer first, once: the next press is Enter. */
function useFocusOnFirst() {
  const area = useRef<HTMLElement>(null);
  useEffect(() => {
    const first = area.current?.querySelector<HTMLElement>('[data-place]:not([aria-disabled])');
    first?.focus();
  }, []);
  return area;
}
