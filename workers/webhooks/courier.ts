import type { Db } from '../../db/connection/open.ts';
import { beginDeliveries, webhookChannel } from '../../db/queues/webhook-deliveries.ts';
import type { Keys } from '../../db/secrets/keys.ts';
import { repeat, within } from '../repeat.ts';
import { deliver, type TryOutcome } from './deliver.ts';
import { makePoster } from './post-signed.ts';

/** A ring can be lost, a poll cannot: this is the longest that a delivery is late. */
const pollMs = 1_000;
/** Tries under way in one worker: they wait for receivers, not for us. */
const capacity = 32;
/** What is cut short at the end is taken over by another worker. */
const graceMs = 4_000;

export type Courier = { close(): Promise<void> };

/**
 * Deliver what the record says is due. Deliveries are claimed there and not carried by the queue: with Redis away
 * they go out all the same, several workers share them, and a wait of a day is a column, not a job.
 */
export async function openCourier(
  tools: {
    db: Db;
    keys: Pick<Keys, 'unseal'>;
    privateAddresses: boolean;
    /** Told how each try ended, once it is in the record. */
    onTried?: (outcome: TryOutcome) => void;
  },
  onTrouble: (error: unknown) => void,
): Promise<Courier> {
  const { db, keys } = tools;
  const post = makePoster(tools.privateAddresses);
  const underWay = new Set<Promise<void>>();
  let closed = false;

  const act = async () => {
    while (!closed) {
      const room = capacity - underWay.size;
      if (room === 0) return;
      const begun = await beginDeliveries(db, room);
      for (const delivery of begun) {
        const one: Promise<void> = deliver({ db, keys, post }, delivery)
          .then((outcome) => tools.onTried?.(outcome))
          .catch(onTrouble)
          .finally(() => {
            underWay.delete(one);
            work.wake();
          });
        underWay.add(one);
      }
      if (begun.length < room) return;
    }
  };

  const work = repeat({ everyMs: pollMs, patienceMs: 12_000, act, onTrouble });
  const ear = await db.listen(work.wake, onTrouble, webhookChannel);
  return {
    close: async () => {
      closed = true;
      await Promise.all([ear.close(), work.close()]);
      await within(graceMs, Promise.all(underWay)).catch(() => {});
    },
  };
}
