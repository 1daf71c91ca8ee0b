import { randomUUID } from 'node:crypto';
import type { Db } from '../db/connection/open.ts';
import { listWaitingVisits } from '../db/reads/notices/waiting-notices.ts';
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
  /** Called with each job that the queue has taken. */
  onQueued?: (event: WaitingEvent, jobId: string) => void,
): Promise<Relay> {
  /** An enqueue that timed out may still arrive; none is begun until it ends, or they would pile up. */
  let late: Promise<unknown> | undefined;
  /** Claims that are not handed over, or may not be: their relay lost a connection, or was abandoned. */
  const unfinished = new Set<string>();

  const handOver = async (events: WaitingEvent[], jobs: QueuedJob[]) => {
    const taken = queue.addBulk(jobs);
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
      throw error;
    }
    await releaseOutbox(
      db,
      events.map(({ id }) => id),
    );
  };

  /** At once, and not when they expire: a connection that is lost would hold messages back for that long (F44). */
  const returnClaims = async () => {
    const claims = [...unfinished];
    await returnOutbox(db, claims);
    for (const claim of claims) unfinished.delete(claim);
  };

  const act = async () => {
    await returnClaims();
    for (;;) {
      if (late) return;
      const claim = randomUUID();
      unfinished.add(claim);
      const events = await claimOutbox(db, batch, claimSeconds, claim);
      const eventsWithJobs = events.filter(({ name }) => jobsOf(name) !== undefined);
      for (const decide of Object.values(decisions)) await decide(db, eventsWithJobs);
      // After the decisions, which may have added messages. Later ones come with an event of their own.
      const waiting = await listWaitingVisits(db, visitsToWake(eventsWithJobs));
      const queued = new Map(eventsWithJobs.map((event) => [event, queuedOf(event, waiting)]));
      const [busy, idle] = split(eventsWithJobs, (event) => queued.get(event)!.length > 0);
      await releaseOutbox(
        db,
        idle.map(({ id }) => id),
      );
      if (busy.length > 0)
        await handOver(
          busy,
          busy.flatMap((event) => queued.get(event)!),
        );
      unfinished.delete(claim);
      if (onQueued)
        for (const event of busy) for (const { opts } of queued.get(event)!) onQueued(event, opts.jobId);
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

type QueuedJob = ReturnType<typeof queuedOf>[number];

/** The visits of the events that make a worker check a visit's messages. */
const visitsToWake = (events: WaitingEvent[]): number[] =>
  events.flatMap(({ name, visitId }) =>
    visitId !== null && jobsOf(name)?.includes('send-notices') ? [visitId] : [],
  );

/** @param waiting the visits with messages that wait: a job that would find none is not made */
function queuedOf(
  { operation, version, name, visitId, requestId }: WaitingEvent,
  waiting: ReadonlySet<number>,
) {
  if (visitId === null) return [];
  const jobs = (jobsOf(name) ?? []).filter((job) => job !== 'send-notices' || waiting.has(visitId));
  return jobs.map((job) => ({
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
