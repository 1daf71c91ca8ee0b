import { type FocusEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { OrderCard } from '../../../db/reads/orders/pending-orders.ts';
import { useLazyPart } from '../../ui/parts/use-lazy-part.ts';

const loadSum = () => import('./score-sum.tsx').then(({ ScoreSum }) => ScoreSum);
/** A pointer that passes over the list shows nothing. */
const openDelayMs = 300;
const noop = () => {};

/**
 * The sum of the score of the card that the pointer rests on, or that has the focus.
 * @param on the list has scores
 * @returns the list's handlers, and what is shown
 */
export function useScoreSum(on: boolean, orders: readonly OrderCard[]) {
  const [card, setCard] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const { Part } = useLazyPart(on, loadSum, noop);
  const show = (next: HTMLElement | null) => {
    clearTimeout(timer.current);
    if (next === null) setCard(null);
    else timer.current = setTimeout(() => setCard(next), openDelayMs);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const cardAt = ({ target }: { target: EventTarget }) =>
    on ? (target as Element).closest<HTMLElement>('[data-order]') : null;
  const order = on && card?.isConnected && orders.find(({ number }) => number === card.dataset.order);
  const tip: ReactNode = Part && order ? <Part parts={order.scoreParts} card={card!} /> : null;
  return {
    tip,
    on: {
      onPointerOver: (event: PointerEvent) => {
        if (event.pointerType === 'mouse') show(cardAt(event));
      },
      onPointerLeave: () => show(null),
      onFocus: (event: FocusEvent) => show(cardAt(event)),
      onBlur: () => show(null),
      onScroll: () => show(null),
    },
  };
}
