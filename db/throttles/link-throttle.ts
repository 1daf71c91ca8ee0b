import type { Db } from '../connection/open.ts';
import { addressKey } from './address-key.ts';
import { countInWindow } from './count-in-window.ts';

const windowSeconds = 10 * 60;
/** Wrong links per address and window: a person with a truncated link tries a few times, an attacker a thousand. */
const allowed = 30;

/**
 * Only wrong links count: customers of a mobile network share an address, and their links open whatever a
 * neighbour tries.
 */
export function openLinkThrottle(db: Pick<Db, 'writes'>) {
  const { wait } = countInWindow(db, 'link', allowed, windowSeconds);
  return {
    /** Counts a wrong link of this address: how many seconds it has to wait; 0: none. */
    failed: (address: string): Promise<number> => wait(addressKey(address)),
  };
}
