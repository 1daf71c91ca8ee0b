import type { Db } from '../connection/open.ts';
import { addressKey } from './address-key.ts';
import { countInWindow } from './count-in-window.ts';

const windowSeconds = 10 * 60;
/** Wrong links from one address in a window: a person with a cut link tries a few times, a guesser a thousand. */
const allowed = 30;

/**
 * Wrong external links. Only wrong ones count: behind one address of a mobile network stand many
 * customers, whose links open whatever a neighbour guesses.
 */
export function openLinkThrottle(db: Pick<Db, 'openPgPool'>) {
  const { wait, close } = countInWindow(db, 'link', allowed, windowSeconds);
  return {
    /** One more wrong link from this address: how many seconds it has to wait; 0: none. */
    failed: (address: string): Promise<number> => wait(addressKey(address)),
    close,
  };
}
