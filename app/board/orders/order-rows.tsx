import {
  IconAlertTriangle,
  IconCalendarSearch,
  IconCheck,
  IconChevronsDown,
  IconChevronsUp,
  IconMinus,
  IconRoad,
} from '@tabler/icons-react';
import { type KeyboardEvent, memo, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { OrderCard } from '../../../db/reads/orders/pending-orders.ts';
import { formatDay, mondayOf, today } from '../../../machines/calendar/slots.ts';
import { priorityClass } from '../../../machines/words/labels.ts';
import { lazyPart } from '../../ui/parts/lazy-part.ts';
import { PlainButton, PlainIconButton } from '../../ui/plain/plain.tsx';
import { boardWords } from '../../words/board/board-words.ts';
import { loadingWords } from '../../words/shell/shell-words.ts';
import styles from '../board.module.css';
import { useDrawnSoFar } from '../use-drawn-so-far.ts';
import { type RowPlace, rowHeight } from './row-place.ts';
import { useScoreSum } from './use-score-sum.tsx';

const PlacedRows = lazyPart(async () => ({ default: (await import('./placed-rows.tsx')).PlacedRows }));

type Props = {
  orders: readonly OrderCard[];
  /** How many there are, those that did not come included. */
  total: number;
  /** More of them are on their way. */
  begun: boolean;
  mode: 'pending' | 'priority';
  /** The order to bring into view and into focus. */
  foundOrder: string | null;
  open: (changes: Record<string, string | null>, options?: { step?: boolean }) => void;
  loadingMore: boolean;
  more: () => void;
};

/** Up to so many rows are all in the page, where the browser's own search finds them; of more, only those in view are. */
const drawnWhole = 1_000;
export const isLong = (count: number): boolean => count > drawnWhole;

/**
 * The cards of the list, one stop of the Tab key. The pending ones come in a single request (S1 §4), of up to 10,000:
 * what lies beyond is said in a line. The suggestions come by pages.
 */
export function OrderRows({ orders, total, begun, mode, foundOrder, open, loadingMore, more }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const [stop, setStop] = useState<string | null>(null);
  const stopAt = Math.max(
    0,
    orders.findIndex((order) => order.number === stop),
  );
  // A list that grows or shrinks stays as it is: its rows would be made anew, and the focus be lost.
  const [placed] = useState(isLong(orders.length));
  const [areThere, setAreThere] = useState(!placed);
  const onDrawn = useCallback(() => setAreThere(true), []);
  useFound(list, areThere ? foundOrder : null, orders, stop, setStop);
  const drawn = useDrawnSoFar(list, placed ? 0 : orders.length, stopAt + 1);
  const sum = useScoreSum(mode === 'priority', orders);

  const item = (order: OrderCard, index: number, place: RowPlace | null) => (
    <OrderItem
      key={order.number}
      order={order}
      stop={index === stopAt}
      withScore={mode === 'priority'}
      isFound={foundOrder === order.number}
      open={open}
      place={place}
    />
  );
  const move = (event: KeyboardEvent<HTMLUListElement>) =>
    moveInList(event, orders, (number) => {
      // Drawn first, then in focus, which scrolls to it.
      flushSync(() => setStop(number));
      cardOf(list.current, number)?.focus();
    });
  return (
    <>
      <ul
        ref={list}
        className={styles.orders}
        onKeyDown={move}
        {...sum.on}
        onFocus={(event) => {
          sum.on.onFocus(event);
          const number = event.target.closest('li')?.querySelector<HTMLElement>('[data-order]')
            ?.dataset.order;
          if (number) setStop(number);
        }}
      >
        {placed ? (
          <Suspense fallback={<li aria-hidden style={{ height: orders.length * rowHeight }} />}>
            <PlacedRows list={list} orders={orders} stopAt={stopAt} onDrawn={onDrawn} item={item} />
          </Suspense>
        ) : (
          orders.slice(0, drawn).map((order, index) => item(order, index, null))
        )}
        {!placed && drawn < orders.length && (
          <li aria-hidden style={{ height: (orders.length - drawn) * rowHeight }} />
        )}
        {orders.length < total && (
          <li>
            {begun ? (
              <p className={styles.leftOut} aria-busy="true">
                {loadingWords.orders}
              </p>
            ) : mode === 'pending' ? (
              <p className={styles.leftOut}>{boardWords.leftOut(orders.length, total - orders.length)}</p>
            ) : (
              <PlainButton
                look="subtle"
                className={styles.more ?? ''}
                data-busy={loadingMore || undefined}
                aria-disabled={loadingMore || undefined}
                onClick={() => loadingMore || more()}
              >
                {boardWords.more}
              </PlainButton>
            )}
          </li>
        )}
      </ul>
      {sum.tip}
    </>
  );
}

const cardOf = (list: HTMLElement | null, number: string) =>
  list?.querySelector<HTMLElement>(`[data-order="${CSS.escape(number)}"]`);

/** The card that was asked for, in view and in focus, once. */
function useFound(
  list: React.RefObject<HTMLUListElement>,
  number: string | null,
  orders: readonly OrderCard[],
  stop: string | null,
  draw: (number: string) => void,
): void {
  const shown = useRef<string | null>(null);
  const present = number !== null && orders.some((order) => order.number === number);
  useEffect(() => {
    if (number === null) shown.current = null;
    if (number === null || !present || shown.current === number) return;
    // In a long list it may not be drawn yet.
    if (stop !== number) return draw(number);
    const card = cardOf(list.current, number);
    if (!card) return;
    shown.current = number;
    card.scrollIntoView({ block: 'center' });
    card.focus({ preventScroll: true });
  }, [list, number, present, stop, draw]);
}

/** A shape for each class beside its colour, the same as in the legend. */
export const classIcons = {
  high: IconChevronsUp,
  normal: IconMinus,
  low: IconChevronsDown,
  wip: IconRoad,
  finished: IconCheck,
} as const;

const OrderItem = memo(function OrderItem({
  order,
  stop,
  withScore,
  isFound,
  open,
  place,
}: {
  order: OrderCard;
  /** The card that the Tab key stops at. */
  stop: boolean;
  withScore: boolean;
  isFound: boolean;
  open: Props['open'];
  /** Where it stands, in a list of which only a part is drawn. */
  place: RowPlace | null;
}) {
  const kind = priorityClass(order);
  const Icon = classIcons[kind];
  const card = (
    <button
      type="button"
      className={styles.order}
      data-found={isFound || undefined}
      data-class={kind}
      data-order={order.number}
      tabIndex={stop ? 0 : -1}
      {...(withScore ? { 'aria-description': `${boardWords.scoreSum} ${order.scoreParts.join('; ')}` } : {})}
      onClick={() => open({ orden: order.number }, { step: true })}
    >
      <span className={styles.line}>
        <span>
          <Icon size={13} aria-hidden style={{ verticalAlign: '-2px' }} />
          <span className="visually-hidden">{boardWords.orderState[kind]}. </span>{' '}
          <span className={styles.number}>{order.number}</span>{' '}
          <span className={styles.soft}>{order.typeName}</span>
        </span>
        {order.repeatingFailures > 0 && (
          <span className={styles.tag} title={boardWords.repeating(order.repeatingFailures)}>
            <IconAlertTriangle size={12} aria-hidden style={{ verticalAlign: '-2px' }} />{' '}
            {order.repeatingFailures}
            <span className="visually-hidden"> {boardWords.repeating(order.repeatingFailures)}</span>
          </span>
        )}
        <span className={styles.tag}>{shortDay(today(new Date(order.createdAt)))}</span>
      </span>
      <span className={styles.line}>
        <span className={styles.soft}>{order.symptom ?? order.clientName}</span>
        <span className={styles.tag}>
          {order.contractor ? boardWords.contractor : (order.nodeName ?? '')}
        </span>
        {withScore && (
          <span className={styles.score}>
            <span className="visually-hidden">{boardWords.score} </span>
            {order.score}
          </span>
        )}
      </span>
    </button>
  );
  return (
    <li
      className={styles.orderItem}
      {...(place && {
        ref: place.measure,
        'data-index': place.index,
        'data-placed': true,
        'aria-posinset': place.index + 1,
        'aria-setsize': place.of,
        style: { transform: `translateY(${place.start}px)` },
      })}
    >
      {card}
      {order.visitId !== null && (
        <PlainIconButton
          className={styles.toCalendar ?? ''}
          size="small"
          tabIndex={-1}
          aria-label={`${boardWords.showInCalendar}: OT ${order.number}`}
          title={boardWords.showInCalendar}
          onClick={() =>
            open(
              {
                visita: String(order.visitId),
                semana: mondayOf(order.visitDay!),
                fila: null,
                vista: null,
                solo: null,
              },
              { step: true },
            )
          }
        >
          <IconCalendarSearch size={16} aria-hidden />
        </PlainIconButton>
      )}
    </li>
  );
});

/** dd/mm/aa: an old order stands first, and its year matters. */
const shortDay = (day: string): string => {
  const text = formatDay(day);
  return `${text.slice(0, 6)}${text.slice(8)}`;
};

/** Up and down through the cards, right to a card's visit in the calendar and back. */
function moveInList(
  event: KeyboardEvent<HTMLUListElement>,
  orders: readonly OrderCard[],
  focus: (number: string) => void,
): void {
  const item = (event.target as HTMLElement).closest('li');
  if (event.key === 'ArrowRight') item?.querySelector<HTMLElement>('[data-order] ~ button')?.focus();
  if (event.key === 'ArrowLeft') item?.querySelector<HTMLElement>('[data-order]')?.focus();
  if (!['ArrowDown', 'ArrowUp', 'Home', 'End'].includes(event.key)) return;
  const focused = (document.activeElement as HTMLElement | null)?.dataset.order;
  const at = orders.findIndex((order) => order.number === focused);
  if (at < 0) return;
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: orders.length - 1 }[event.key]!;
  const next = orders[to];
  if (!next) return;
  event.preventDefault();
  focus(next.number);
}
