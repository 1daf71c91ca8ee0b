import type { Db } from '../db/connection/open.ts';
import { claimOutbox, releaseOutbox, returnOutbox, type WaitingEvent } from '../db/record/outbox.ts';
import { events, holdSeconds } from '../machines/events.ts';
import { jobId } from './queue.ts';
import type { ReactionQueue } from './reaction-queue.ts';
import { decisions, jobsOf } from './reactions.ts';
import { repeat, within } from './repeat.ts';

/** Upper bound on latency: a NOTIFY may be lost, the poll is not. */
const usualPollMs = 1_000;
const batch = 500;
/** Longer than the timeout below: a claim expires only when its relay is dead or stuck. */
export const claimSeconds = 15;
/** A queue whose Redis never answered would wait without end. */
const queueDeadlineMs = 5_000;

export type Relay = { close(): Promise<void> };

/**
 * Outbox → queue: enqueues each event's jobs and removes the event only when the queue has them. A job's id
 * is made of its event and its name, so enqueuing twice (another relay, a crash between the two steps) makes
 * one job (F29). While the queue is down the events wait in the outbox.
 */
export async function openRelay(
  db: Db,
  queue: ReactionQueue,
  onError: (error: unknown) => void,
  pollMs = usualPollMs,
): Promise<Relay> {
  /** An enqueue that timed out may still arrive; none is begun until it ends, or they would pile up. */
  let late: Promise<unknown> | undefined;

  const handOver = async (events: WaitingEvent[]) => {
    const ids = events.map(({ id }) => id);
    const taken = queue.addBulk(events.flatMap(queuedOf));
    try {
      await within(queueDeadlineMs, taken);
    } catch (error) {
      late = taken
        .then(
          () => {},
          () => {},
        )
        .finally(() => {
          late = undefined;
        });
      await returnOutbox(db, ids);
      throw error;
    }
    await releaseOutbox(db, ids);
  };

  const act = async () => {
    for (;;) {
      if (late) return;
      const events = await claimOutbox(db, batch, claimSeconds);
      const known = events.filter(({ name }) => jobsOf(name) !== undefined);
      for (const decide of Object.values(decisions)) await decide(db, known);
      const [busy, idle] = split(known, (event) => queuedOf(event).length > 0);
      await releaseOutbox(
        db,
        idle.map(({ id }) => id),
      );
      if (busy.length > 0) await handOver(busy);
      if (events.length < batch) return;
    }
  };

  const work = repeat({ everyMs: pollMs, timeoutMs: 12_000, act, onError });
  const subscription = await db.listen(work.wake, onError);
  return {
    close: async () => {
      await Promise.all([subscription.close(), work.close()]);
    },
  };
}

function queuedOf({ operation, version, name, visitId, requestId }: WaitingEvent) {
  if (visitId === null) return [];
  return (jobsOf(name) ?? []).map((job) => ({
    name: job,
    data: {
      visitId,
      ...(job === 'send-push' ? { event: { operation, version, name } } : {}),
      ...(requestId === null ? {} : { requestId }),
    },
    opts: {
      jobId: jobId(operation, version, job),
      // One that is taken back in this time is not sent; other messages wait in the record.
      ...(job === 'send-push' && events[name].undo === 'undoable' ? { delay: holdSeconds * 1_000 } : {}),
    },
  }));
}

function split<T>(all: T[], test: (item: T) => boolean): [T[], T[]] {
  return [all.filter(test), all.filter((item) => !test(item))];
}
