import { maxRunTries, runProgress } from '../../../machines/report/report-run.ts';
import { cancellable } from '../../connection/cancellable.ts';
import type { Db } from '../../connection/open.ts';
import {
  beatReportRun,
  settleReportRun,
  type TakenRun,
  takeReportRun,
  tellReportProgress,
} from '../../queues/report-runs.ts';
import { findKept } from '../../reads/reports/kept.ts';
import { type ReadPart, readPart } from '../../reads/reports/part.ts';
import { countReport } from './keep-report.ts';

const beatMs = 1_000;
/** Progress is told at most so often: each time is a commit and a frame to who waits. */
const tellMs = 150;

/**
 * Generate a run's report, operation by operation, keeping each: what was counted stays counted when the rest is
 * interrupted. Stops, in the database too, when nobody waits any more. Twice at the same time is once in effect.
 *
 * @throws what the counting throws, after the run was put back or ended: BullMQ tries again, or shows it as failed
 */
export async function generateReport(db: Db, id: string, read: ReadPart = readPart): Promise<void> {
  const run = await takeReportRun(db, id);
  if (!run) return;
  const stop = new AbortController();
  const beat = setInterval(() => {
    beatReportRun(db, run).then(
      (waited) => waited || stop.abort(waited === undefined ? 'overtaken' : 'unwaited'),
      // The database is away: what is being counted will say so.
      () => {},
    );
  }, beatMs);
  try {
    await countAll(db, run, stop.signal, read);
    await settleReportRun(db, run, 'FINISH');
  } catch (error) {
    if (stop.signal.aborted) return void (await settleReportRun(db, run, 'CANCEL'));
    await settleReportRun(db, run, run.attempts < maxRunTries ? 'RETRY' : 'FAIL', String(error)).catch(
      () => {},
    );
    throw error;
  } finally {
    clearInterval(beat);
  }
}

async function countAll(db: Db, run: TakenRun, signal: AbortSignal, read: ReadPart): Promise<void> {
  const { report, operations, month } = run;
  const kept = await findKept(db, { report, operations, month }, run.since);
  const missing = operations.filter((operation) => !kept.has(operation));
  let told = Date.now();
  for (const [done, operation] of missing.entries()) {
    if (done > 0 && Date.now() - told >= tellMs) {
      told = Date.now();
      await tellReportProgress(db, run, runProgress(kept.size + done, operations.length));
    }
    const part = { report, operation, month };
    await countReport(db, part, (_, asked) => cancellable(db, signal, (own) => read(own, asked)));
  }
}
