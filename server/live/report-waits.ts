import type { Logger } from 'pino';
import { z } from 'zod';
import { generateReport } from '../../db/commands/reports/generate-report.ts';
import type { Db } from '../../db/connection/open.ts';
import { keepWaiting, listReportRuns, type ReportRun, reportChannel } from '../../db/queues/report-runs.ts';
import { type Actor, refusedBy } from '../../machines/access/permissions.ts';
import { isEndedRun, type ReportRunState } from '../../machines/report/report-run-state.ts';

/** Polling interval: a NOTIFY can be lost. */
const tickMs = 2_000;
/** A tab repeats every 3 s; a silent one has left. */
const silentMs = 7_000;
/** A run that no worker took within this is generated here: the workers or their queue are down. */
const idleLimitMs = 3_000;

export const waitInput = z.object({ run: z.uuid() });

export type ReportNews = { run: string; state: ReportRunState; progress: number };
export type Waiter = { id: string; actor: Actor; send(news: ReportNews): void };

/**
 * Which tabs of this process wait for which run of a report: the wait is kept in the record while tabs repeat
 * it, and they are sent the progress. A run without waiting tabs ends by itself.
 */
export async function openReportWaits(db: Db, log: Logger) {
  const waits = new Map<string, { run: string; waiter: Waiter; renewedAt: number; lastSent: string }>();
  const logError = (error: unknown) => log.warn({ err: error }, 'report waits');
  let generating: Promise<void> | undefined;

  const publish = (run: ReportRun) => {
    const news = { run: run.id, state: run.state, progress: run.progress };
    const text = `${run.state} ${run.progress}`;
    for (const [key, wait] of waits) {
      if (wait.run !== run.id) continue;
      // An operation may have been revoked since the request.
      if (!reaches(wait.waiter.actor, run)) {
        waits.delete(key);
        continue;
      }
      if (wait.lastSent !== text) wait.waiter.send(news);
      wait.lastSent = text;
      if (isEndedRun(run.state)) waits.delete(key);
    }
  };
  const waitedRuns = () => [...new Set([...waits.values()].map(({ run }) => run))];
  const refresh = async (ids: string[]) => {
    for (const run of await listReportRuns(db, ids)) {
      publish(run);
      if (run.idleMs > idleLimitMs && !generating)
        generating = generateReport(db, run.id)
          .catch(logError)
          .finally(() => {
            generating = undefined;
          });
    }
  };

  async function tick() {
    for (const [key, { renewedAt }] of waits) if (Date.now() - renewedAt > silentMs) waits.delete(key);
    await refresh(waitedRuns());
  }
  const timer = setInterval(() => void tick().catch(logError), tickMs);
  const subscription = await db.listen(
    (id) => {
      if (waitedRuns().includes(id)) refresh([id]).catch(logError);
    },
    logError,
    reportChannel,
  );

  return {
    /** A tab waits for a run of a report that its user may read, or repeats that it does. */
    async wait(waiter: Waiter, run: string): Promise<void> {
      const key = `${waiter.id} ${run}`;
      const known = waits.get(key);
      if (known) {
        known.renewedAt = Date.now();
        return keepWaiting(db, [run]);
      }
      const [reportRun] = await listReportRuns(db, [run]);
      if (!reportRun || !reaches(waiter.actor, reportRun)) return;
      waits.set(key, { run, waiter, renewedAt: Date.now(), lastSent: '' });
      await keepWaiting(db, [run]);
      await refresh([run]);
    },
    /** A tab stops waiting; without a run, for all of them. */
    leave(waiter: Pick<Waiter, 'id'>, run?: string): void {
      for (const [key, wait] of waits)
        if (wait.waiter.id === waiter.id && (run === undefined || wait.run === run)) waits.delete(key);
    },
    async close(): Promise<void> {
      clearInterval(timer);
      waits.clear();
      await subscription.close();
      await Promise.race([generating, new Promise((resolve) => setTimeout(resolve, 1_000))]);
    },
  };
}

const reaches = (actor: Actor, run: ReportRun): boolean =>
  !refusedBy(actor, 'can_read_reports') && run.operations.every((code) => actor.operations.includes(code));
