import { maxRunTries, runProgress } from '../../../machines/report/report-run.ts';
import { cancellable } from '../../connection/cancellable.ts';
import type { Db } from '../../connection/open.ts';
import {
  beatReportRun,
  recordReportProgress,
  settleReportRun,
  type TakenRun,
  takeReportRun,
} from '../../queues/report-runs.ts';
import { findKept } from '../../reads/reports/kept/find-kept.ts';
import { type ReadPart, readPart } from '../../reads/reports/kept/part.ts';
import { countReport } from './keep-report.ts';

const beatMs = 1_000;
/** Progress is recorded at most this often: each time is a commit and a frame to the waiting users. */
const progressMs = 150;

/**
 * Generates a run's report, operation by operation, and keeps each part, so that an interruption loses none.
 * Stops, in the database too, when no user waits any more. Concurrent calls are harmless.
 *
 * @throws the computation's error, after the run was put back or ended: BullMQ retries, or shows it as failed
 */
export async function generateReport(db: Db, id: string, read: ReadPart = readPart): Promise<void> {
  const run = await takeReportRun(db, id);
  if (!run) return;
  const stop = new AbortController();
  const beat = setInterval(() => {
    beatReportRun(db, run).then(
      (waited) => waited || stop.abort(waited === undefined ? 'overtaken' : 'unwaited'),
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
  const storedParts = await findKept(db, { report, operations, month }, run.since);
  const missing = operations.filter((operation) => !storedParts.has(operation));
  let reportedAt = Date.now();
  for (const [done, operation] of missing.entries()) {
    if (done > 0 && Date.now() - reportedAt >= progressMs) {
      reportedAt = Date.now();
      await recordReportProgress(db, run, runProgress(storedParts.size + done, operations.length));
    }
    const part = { report, operation, month };
    await countReport(db, part, (_, question) =>
      cancellable(db, signal, (cancellableDb) => read(cancellableDb, question)),
    );
  }
}
