import type { Db } from '../../db/connection/open.ts';
import { beginDeliveries, webhookChannel } from '../../db/queues/webhook-deliveries.ts';
import type { Keys } from '../../db/secrets/keys.ts';
import { repeat, within } from '../repeat.ts';
import { deliver, type TryOutcome } from './deliver.ts';
import { makePoster } from './post-signed.ts';

/** Upper bound on latency: a NOTIFY may be lost, the poll is not. */
const pollMs = 1_000;
/** Concurrent deliveries of one worker: they wait for receivers. */
const capacity = 32;
/** What is interrupted at the end is taken over by another worker. */
const graceMs = 4_000;

export type DeliveryWorker = { close(): Promise<void> };

/**
 * Delivers what is due in the record. Deliveries are claimed there and not carried by the queue: they go out
 * with Redis down, several workers share them, and a wait of a day is a column, not a job.
 */
export async function openDeliveryWorker(
  tools: {
    db: Db;
    keys: Pick<Keys, 'unseal'>;
    privateAddresses: boolean;
    /** Called with each attempt's outcome, after it is recorded. */
    onTried?: (outcome: TryOutcome) => void;
  },
  onError: (error: unknown) => void,
): Promise<DeliveryWorker> {
  const { db, keys } = tools;
  const post = makePoster(tools.privateAddresses);
  const underWay = new Set<Promise<void>>();
  let closed = false;

  const act = async () => {
    while (!closed) {
      const free = capacity - underWay.size;
      if (free === 0) return;
      const begun = await beginDeliveries(db, free);
      for (const delivery of begun) {
        const attempt: Promise<void> = deliver({ db, keys, post }, delivery)
          .then((outcome) => tools.onTried?.(outcome))
          .catch(onError)
          .finally(() => {
            underWay.delete(attempt);
            work.wake();
          });
        underWay.add(attempt);
      }
      if (begun.length < free) return;
    }
  };

  const work = repeat({ everyMs: pollMs, timeoutMs: 12_000, act, onError });
  const subscription = await db.listen(work.wake, onError, webhookChannel);
  return {
    close: async () => {
      closed = true;
      // A round in progress may still begin some.
      const attempts = work.close().then(() => Promise.all(underWay));
      await Promise.all([subscription.close(), within(graceMs, attempts).catch(() => {})]);
    },
  };
}
