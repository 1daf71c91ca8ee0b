import { useCallback } from 'react';
import { addressOf, withMain } from '../shown-operations.ts';
import { useAddress } from '../use-address.ts';
import { type Place, placeText } from './place.ts';

/**
 * Begin a visit in a cell: for the order that is open, or else for one that is chosen from the list.
 * @param orderOpen the order's own button leads on
 */
export function useCreate(orderOpen: boolean): (place: Place) => void {
  const { set } = useAddress();
  return useCallback(
    (place) => {
      const crear = placeText(place);
      if (orderOpen) set({ crear }, { step: true });
      else set({ crear, lista: null, vista: 'listado', cliente: null, ver: null }, { step: true });
    },
    [set, orderOpen],
  );
}

/**
 * Begin a visit in a cell of an operation that is shown beside the main one: its orders take the place of the list.
 * @param shown the operations of the board, the main one first
 */
export function useCreateIn(operation: string, shown: readonly string[]): (place: Place) => void {
  const { set } = useAddress();
  const now = shown.join();
  return useCallback(
    (place) => {
      const before = now.split(',');
      const turned = addressOf(withMain(before, operation), before[0]!);
      const closed = { orden: null, cliente: null, ticket: null, ver: null };
      const list = { crear: placeText(place), lista: null, vista: 'listado' };
      set({ ...turned, ...closed, ...list }, { step: true });
    },
    [set, operation, now],
  );
}
