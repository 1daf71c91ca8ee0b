import type { Actor } from '../../../machines/access/permissions.ts';
import type { MonthlyReport, ReportRow } from '../../../machines/report/reports.ts';
import type { Db } from '../../connection/open.ts';
import { askReportRun } from '../../queues/report-runs.ts';
import { reachOf } from '../../reads/reports/reach.ts';
import { findReport } from './answer-report.ts';
import { idleLimitMs, waitForRun } from './run-waits.ts';

export type ReportAnswer =
  | { rows: ReportRow[] }
  | { failed: true }
  /** `since` belongs to the question, and is sent again with it when the run has ended. */
  | { run: string; progress: number; since: number };

/** What takes no longer than this is answered without a progress bar. */
const waitMs = 400;

/**
 * A month's report for a screen: at once when it is kept and right, else by a worker, who is waited for a moment.
 * @param since of the first answer to the same question, when it is asked again
 */
export async function askReport(
  db: Db,
  actor: Actor,
  report: MonthlyReport,
  question: { operations: string[] | null; month: string },
  since: number | null,
): Promise<ReportAnswer> {
  const ready = await findReport(db, actor, report, question, since);
  if (ready) return { rows: ready };
  const operations = reachOf(actor, question.operations);
  const { month } = question;
  const requested = await askReportRun(db, { report, operations, month, userId: actor.userId });
  const askedAt = since ?? requested.since;
  const run = await waitForRun(db, requested, { waitMs, idleLimitMs: idleLimitMs.question });
  if (run.state === 'failed') return { failed: true };
  const rows = run.state === 'done' ? await findReport(db, actor, report, question, askedAt) : undefined;
  // Who joined a run that had begun before something changed asks once more, for that only.
  return rows ? { rows } : { run: run.id, progress: run.progress, since: askedAt };
}
