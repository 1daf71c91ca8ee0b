import { useSyncExternalStore } from 'react';

/** Where what is opened over a board has room: beside it, over its middle, or from the bottom of a phone. */
export type Room = 'beside' | 'over' | 'sheet';

const beside = '(min-width: 75em)';
const phone = '(max-width: 48em)';

function subscribe(listen: () => void): () => void {
  const lists = [beside, phone].map((query) => window.matchMedia(query));
  for (const list of lists) list.addEventListener('change', listen);
  return () => {
    for (const list of lists) list.removeEventListener('change', listen);
  };
}
const roomNow = (): Room =>
  window.matchMedia(beside).matches ? 'beside' : window.matchMedia(phone).matches ? 'sheet' : 'over';

/** Null where the server draws: it does not know the screen. */
export const useRoom = (): Room | null => useSyncExternalStore<Room | null>(subscribe, roomNow, () => null);

const no = () => false;
const isPhone = () => roomNow() === 'sheet';

/**
 * Whether it is a phone; not where the server draws.
 * @param matters false: it is not looked at, so that a phone's first load is not drawn again for it
 */
export const useIsPhone = (matters: boolean): boolean =>
  useSyncExternalStore(subscribe, matters ? isPhone : no, no);
