import { useCallback } from 'react';
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
