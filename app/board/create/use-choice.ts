import { useLocation, useNavigate } from '@remix-run/react';
import { useCallback, useRef } from 'react';
import type { OrderCard } from '../../../db/reads/orders/pending-orders.ts';
import { creationPath } from '../../routes/new-visit/way-back.ts';
import type { Place } from './place.ts';

type Open = (changes: Record<string, string | null>, options?: { step?: boolean }) => void;

/**
 * What a press on a card of the list does: it opens the order, or, where a visit is being made, leads to its form. An
 * order that can have no visit now opens, and says why. The same function for as long as the list stands.
 */
export function useChoice(orders: readonly OrderCard[], place: Place | null, open: Open): Open {
  const navigate = useNavigate();
  const { search } = useLocation();
  const now = useRef({ orders, place, open, search });
  now.current = { orders, place, open, search };
  return useCallback(
    (changes, options) => {
      const { orders, place, open, search } = now.current;
      const order = place && orders.find(({ number }) => number === changes.orden);
      if (order?.open && order.visitState !== 'wip') navigate(creationPath(order, search));
      else open(changes, options);
    },
    [navigate],
  );
}
