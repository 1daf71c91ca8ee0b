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

/** A ring can be lost, a poll cannot: this is the longest that a run waits for the queue. */
const usualPollMs = 1_000;
const batch = 100;
const queueDeadlineMs = 5_000;

/**
 * Runs of reports → queue, as events go by `relay.ts`: a run's job has its id, so that what is handed over twice is one
 * job. Runs that nobody waits for are ended here. While the queue is away they wait in the record, where the web
 * processes find those that nobody takes.
 */
export async function openReportRelay(
  db: Db,
  queue: ReportQueue,
  onTrouble: (error: unknown) => void,
  pollMs = usualPollMs,
): Promise<Relay> {
  /** A hand-over whose deadline passed may still arrive; meanwhile no other is begun, or they would pile up. */
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
  const work = repeat({ everyMs: pollMs, patienceMs: 12_000, act, onTrouble });
  const ear = await db.listen(work.wake, onTrouble, reportChannel);
  return {
    close: async () => {
      await Promise.all([ear.close(), work.close()]);
    },
  };
}
