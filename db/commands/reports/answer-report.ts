import {
  isMonthly,
  type MonthlyReport,
  type ReportName,
  type ReportRow,
  reports,
} from '../../../machines/report/reports.ts';
import type { Db } from '../../connection/open.ts';
import { findKept } from '../../reads/reports/kept/find-kept.ts';
import { composeReport, type ReadPart, readPart } from '../../reads/reports/kept/part.ts';
import { type Reach, reachOf } from '../../reads/reports/reach.ts';
import { type ReportQuestion, readReport } from '../../reads/reports/read-report.ts';
import { countReport } from './keep-report.ts';

/** Operations counted concurrently: one caller does not take every connection. */
const atOnce = 3;

/**
 * The rows of any report, for callers who wait: valid kept rows, and the rest counted and kept now. The same
 * as `readReport`; the caller has checked `can_read_reports`.
 */
export async function answerReport<Name extends ReportName>(
  db: Db,
  actor: Reach,
  name: Name,
  question: ReportQuestion,
  read: ReadPart = readPart,
): Promise<ReportRow<Name>[]> {
  const { month } = question;
  const operations = reachOf(actor, question.operations);
  if (!isMonthly(name) || (reports[name].asks === 'month and operation' && operations.length > 1))
    return readReport(db, actor, name, question);
  const report: MonthlyReport = name;
  const parts = await findKept(db, { report, operations, month });
  const missing = operations.filter((operation) => !parts.has(operation));
  const next = async () => {
    for (let operation = missing.shift(); operation; operation = missing.shift())
      parts.set(operation, await countReport(db, { report, operation, month }, read));
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  return (await composeReport(db, report, parts)) as ReportRow<Name>[];
}

/**
 * A month's rows if all of them are kept and valid, or were read since the request; undefined: they have to
 * be generated (`askReportRun`).
 * @param since see `findKept`
 */
export async function findReport(
  db: Db,
  actor: Reach,
  report: MonthlyReport,
  question: Pick<ReportQuestion, 'operations' | 'month'>,
  since: number | null = null,
): Promise<ReportRow[] | undefined> {
  const { month } = question;
  const operations = reachOf(actor, question.operations);
  const parts = await findKept(db, { report, operations, month }, since);
  return parts.size === operations.length ? composeReport(db, report, parts) : undefined;
}
