import { useMemo } from 'react';
import type { Operation } from '../../db/reads/settings/operation.ts';
import { monthInWords } from '../../machines/calendar/month.ts';
import { monthBefore } from '../../machines/report/compare.ts';
import { type DrawnReport, drawnReport } from '../../machines/report/drawn-report.ts';
import type { ReportName, ReportRow } from '../../machines/report/reports.ts';
import { useAddress } from '../board/use-address.ts';
import { queryOf, type ReportAddress, readAddress } from './report-address.ts';
import { useRemovals } from './use-removals.ts';
import { useReport } from './use-report.ts';

export type MonthlyReportRead = ReturnType<typeof useMonthlyReport>;

/** What the address asks of a report, and what is answered: its rows, and those of the month before. */
export function useMonthlyReport(name: ReportName, operations: Operation[], today: string) {
  const { search } = useAddress();
  const codes = operations.map(({ code }) => code);
  const address = readAddress(name, new URLSearchParams(search), { operations: codes, today });
  const query = queryOf(name, address);
  const { shown, ask, refresh } = useReport(name, query);
  const outdated = useRemovals(name === 'unclosed' ? address.operation : null, shown, refresh);
  const report = useMemo(() => drawnReport(name), [name]);
  const rows = useMemo(() => (shown.state === 'shown' ? report.shownOf(shown.rows) : []), [report, shown]);
  const before = useMonthBefore(report, address, shown.state === 'shown');
  return { report, address, query, shown, ask, outdated, rows, before };
}

export type MonthBefore = { rows: ReportRow[]; month: string };

/** The month before is asked for once this one is there: no reader waits for it. */
function useMonthBefore(report: DrawnReport, address: ReportAddress, isShown: boolean): MonthBefore | null {
  const { name } = report;
  const month = monthBefore(name, address.month);
  const { shown } = useReport(name, month && isShown ? queryOf(name, { ...address, month }) : null);
  return useMemo(
    () =>
      month && shown.state === 'shown'
        ? { rows: report.shownOf(shown.rows), month: monthInWords(month) }
        : null,
    [report, month, shown],
  );
}
