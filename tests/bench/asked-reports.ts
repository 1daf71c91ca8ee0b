import type { Db } from '../../db/connection/open.ts';
import { readReport } from '../../db/reads/reports/read-report.ts';
import type { Month } from '../../machines/calendar/month.ts';
import type { ReportName } from '../../machines/report/reports.ts';

/**
 * Reports of a large record: the segments and the on-the-way reports of all operations that closed visits in the last 60
 * days, the others of that with the most.
 */
export async function openAskedReports(db: Db): Promise<AskedReports> {
  const codes = await db.sql<{ code: string }[]>`
    select operation as code from visits where closed_at > now() - interval '60 days' group by 1 order by count(*) desc`;
  const all = codes.map(({ code }) => code);
  const operationsOf = (name: ReportName) => (ofAll.includes(name) ? all : all.slice(0, 1));
  return {
    operationsOf,
    read: (name, month) =>
      readReport(db, { operations: operationsOf(name) }, name, {
        operations: null,
        month,
        timeframe: 'all',
        now: new Date(),
      }),
  };
}

export type AskedReports = {
  operationsOf(name: ReportName): string[];
  read(name: ReportName, month: Month): Promise<unknown>;
};

const ofAll: ReportName[] = ['segments', 'on_the_way', 'on_the_way_global'];
