import type { Db } from '../db/connection/open.ts';
import {
  claimReportRuns,
  reportChannel,
  returnReportRuns,
  sweepReportRuns,
} from '../db/queues/report-runs.ts';
import type { Relay } from './relay.ts';
import { repeat, within } from './repeat.ts';
import { type ReportQueue, runJob } from './report-queue.ts';

/** Upper bound on latency: a NOTIFY may be lost, the poll is not. */
const usualPollMs = 1_000;
const batch = 100;
const queueDeadlineMs = 5_000;

/**
 * Runs of reports → queue, as `relay.ts` does with events: a run's job has its id, so enqueuing twice makes
 * one job. Runs without a waiting user are ended here. While the queue is down they wait in the record, where
 * the web processes find those that no worker takes.
 */
export async function openReportRelay(
  db: Db,
  queue: ReportQueue,
  onError: (error: unknown) => void,
  pollMs = usualPollMs,
): Promise<Relay> {
  /** An enqueue that timed out may still arrive; none is begun until it ends, or they would pile up. */
  let late: Promise<unknown> | undefined;
  const act = async () => {
    await sweepReportRuns(db);
    if (late) return;
    const runs = await claimReportRuns(db, batch);
    if (runs.length === 0) return;
    const taken = queue.addBulk(runs.map(({ id }) => runJob(id)));
    try {
      await within(queueDeadlineMs, taken);
    } catch (error) {
      const forget = () => {
        late = undefined;
      };
      late = taken.then(forget, forget);
      await returnReportRuns(
        db,
        runs.map(({ id }) => id),
      );
      throw error;
    }
  };
  const work = repeat({ everyMs: pollMs, timeoutMs: 12_000, act, onError });
  const subscription = await db.listen(work.wake, onError, reportChannel);
  return {
    close: async () => {
      await Promise.all([subscription.close(), work.close()]);
    },
  };
}
