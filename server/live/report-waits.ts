import type { Logger } from 'pino';
import { z } from 'zod';
import { generateReport } from '../../db/commands/reports/generate-report.ts';
import type { Db } from '../../db/connection/open.ts';
import { keepWaiting, listReportRuns, type ReportRun, reportChannel } from '../../db/queues/report-runs.ts';
import { type Actor, refusedBy } from '../../machines/access/permissions.ts';
import { isEndedRun, type ReportRunState } from '../../machines/report/report-run.ts';

/** Asked again this often: a ring can be lost. */
const tickMs = 2_000;
/** A tab says every 3 s that it still waits; one that has been silent for longer has left. */
const silentMs = 7_000;
/** A run that nobody took within this is generated here: the workers or their queue are away. */
const patienceMs = 3_000;

export const waitInput = z.object({ run: z.uuid() });

export type ReportNews = { run: string; state: ReportRunState; progress: number };
export type Waiter = { id: string; actor: Actor; tell(news: ReportNews): void };

/**
 * Who waits for which run of a report, in this process: their waiting is kept in the record while they say so, and they
 * are told how far it is. Whoever stops saying so is forgotten, and a run that nobody waits for ends by itself.
 */
export async function openReportWaits(db: Db, log: Logger) {
  const waits = new Map<string, { run: string; waiter: Waiter; heardAt: number; told: string }>();
  const trouble = (error: unknown) => log.warn({ err: error }, 'report waits');
  let helping: Promise<void> | undefined;

  const tell = (run: ReportRun) => {
    const news = { run: run.id, state: run.state, progress: run.progress };
    const text = `${run.state} ${run.progress}`;
    for (const [key, wait] of waits) {
      if (wait.run !== run.id) continue;
      // An operation may have been taken from them since they asked.
      if (!reaches(wait.waiter.actor, run)) {
        waits.delete(key);
        continue;
      }
      if (wait.told !== text) wait.waiter.tell(news);
      wait.told = text;
      if (isEndedRun(run.state)) waits.delete(key);
    }
  };
  const waited = () => [...new Set([...waits.values()].map(({ run }) => run))];
  const refresh = async (ids: string[]) => {
    for (const run of await listReportRuns(db, ids)) {
      tell(run);
      if (run.idleMs > patienceMs && !helping)
        helping = generateReport(db, run.id)
          .catch(trouble)
          .finally(() => {
            helping = undefined;
          });
    }
  };

  async function tick() {
    for (const [key, { heardAt }] of waits) if (Date.now() - heardAt > silentMs) waits.delete(key);
    await refresh(waited());
  }
  const timer = setInterval(() => void tick().catch(trouble), tickMs);
  const ear = await db.listen(
    (id) => {
      if (waited().includes(id)) refresh([id]).catch(trouble);
    },
    trouble,
    reportChannel,
  );

  return {
    /** A tab waits for a run of a report that its user may read, or says that it still does. */
    async wait(waiter: Waiter, run: string): Promise<void> {
      const key = `${waiter.id} ${run}`;
      const known = waits.get(key);
      if (known) {
        known.heardAt = Date.now();
        return keepWaiting(db, [run]);
      }
      const [found] = await listReportRuns(db, [run]);
      if (!found || !reaches(waiter.actor, found)) return;
      waits.set(key, { run, waiter, heardAt: Date.now(), told: '' });
      // It may have moved before anybody listened here.
      await keepWaiting(db, [run]);
      await refresh([run]);
    },
    /** A tab waits no more; without a run, for none. */
    leave(waiter: Pick<Waiter, 'id'>, run?: string): void {
      for (const [key, wait] of waits)
        if (wait.waiter.id === waiter.id && (run === undefined || wait.run === run)) waits.delete(key);
    },
    async close(): Promise<void> {
      clearInterval(timer);
      waits.clear();
      await ear.close();
      // What it has not ended by then is taken over by another process.
      await Promise.race([helping, new Promise((resolve) => setTimeout(resolve, 1_000))]);
    },
  };
}

const reaches = (actor: Actor, run: ReportRun): boolean =>
  !refusedBy(actor, 'can_read_reports') && run.operations.every((code) => actor.operations.includes(code));
