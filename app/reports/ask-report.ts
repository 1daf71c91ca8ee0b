import { findReport } from '../../db/commands/reports/answer-report.ts';
import { generateReport } from '../../db/commands/reports/generate-report.ts';
import type { Db } from '../../db/connection/open.ts';
import { askReportRun, listReportRuns, type ReportRun } from '../../db/queues/report-runs.ts';
import { reachOf } from '../../db/reads/reports/reach.ts';
import type { Actor } from '../../machines/access/permissions.ts';
import { isEndedRun } from '../../machines/report/report-run-state.ts';
import type { MonthlyReport, ReportRow } from '../../machines/report/reports.ts';

export type ReportAnswer =
  | { rows: ReportRow[] }
  | { failed: true }
  /** `since` belongs to the question, and is sent again with it when the run has ended. */
  | { run: string; progress: number; since: number };

/** What takes no longer than this is answered without a progress bar. */
const waitMs = 400;
const pollMs = 25;
const helpMs = 4_500;

/**
 * A month's report for a screen: at once when it is kept and right, else by a worker, who is waited for a moment.
 * @param since of the first answer to the same question, when it is asked again
 */
export async function askReport(
  db: Db,
  actor: Actor,
  report: MonthlyReport,
  asked: { operations: string[] | null; month: string },
  since: number | null,
): Promise<ReportAnswer> {
  const kept = await findReport(db, actor, report, asked, since);
  if (kept) return { rows: kept };
  const operations = reachOf(actor, asked.operations);
  const begun = await askReportRun(db, { report, operations, month: asked.month, userId: actor.userId });
  const ours = since ?? begun.since;
  // No worker took it, and no socket waits in this process, which would have generated it (`server/live/report-waits.ts`).
  if (begun.idleMs > helpMs) await generateReport(db, begun.id).catch(() => {});
  const run = await patiently(db, begun);
  if (run.state === 'failed') return { failed: true };
  const rows = run.state === 'done' ? await findReport(db, actor, report, asked, ours) : undefined;
  // Who joined a run that had begun before something changed asks once more, for that only.
  return rows ? { rows } : { run: run.id, progress: run.progress, since: ours };
}

async function patiently(db: Db, begun: ReportRun): Promise<ReportRun> {
  let run = begun;
  for (const deadline = Date.now() + waitMs; !isEndedRun(run.state) && Date.now() < deadline; ) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    run = (await listReportRuns(db, [run.id]))[0] ?? run;
  }
  return run;
}
