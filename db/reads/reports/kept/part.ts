import {
  type MonthlyReport,
  type OnTheWay,
  percentageOf,
  type ReportRow,
  reviveRow,
} from '../../../../machines/report/reports.ts';
import type { Db } from '../../../connection/open.ts';
import { readFromStandby } from '../../../connection/standby.ts';
import { readReport } from '../read-report.ts';

/** A month's report of one operation: the unit that is computed, kept and shared between users. */
export type Part = { report: MonthlyReport; operation: string; month: string };

export type ReadPart = (db: Db, part: Part) => Promise<unknown[]>;

export const readPart: ReadPart = (db, { report, operation, month }) => {
  const reach = { operations: [operation] };
  const question = { operations: [operation], month, timeframe: 'all' as const, now: new Date() };
  return readFromStandby(db, (from) => readReport(from, reach, report, question));
};

/**
 * A report's rows from its parts, equal to `readReport` of all these operations: sorted by the operations'
 * names, or by the technicians' over all operations.
 * @param parts the kept rows of each operation
 */
export async function composeReport(
  db: Db,
  report: MonthlyReport,
  parts: ReadonlyMap<string, unknown[]>,
): Promise<ReportRow[]> {
  if (report === 'on_the_way') return composeTechnicians(db, [...parts.values()].flat() as OfTechnician[]);
  const ordered =
    parts.size < 2
      ? [...parts.keys()]
      : (
          await db.sql<{ code: string }[]>`
            select code from operations where code = any(${[...parts.keys()]}::text[]) order by name, code`
        ).map(({ code }) => code);
  return ordered.flatMap((code) => parts.get(code) as ReportRow[]).map((row) => reviveRow(report, row));
}

type OfTechnician = ReportRow<'on_the_way'>;

/** Technicians work in several operations and may share a name: parts are merged by id. */
async function composeTechnicians(db: Db, rows: OfTechnician[]): Promise<OfTechnician[]> {
  const sums = new Map<number, OfTechnician>();
  for (const row of rows) {
    const sum = sums.get(row.technicianId);
    sums.set(row.technicianId, sum ? add(sum, row) : row);
  }
  const ordered = await db.sql<{ id: number }[]>`
    select id from technicians where id = any(${[...sums.keys()]}::int[]) order by name, id`;
  return ordered.map(({ id }) => sums.get(id)!);
}

const counted = [
  'finished',
  'onTheWay',
  'rescheduledByClient',
  'cancelledByClient',
] as const satisfies (keyof OnTheWay)[];

function add(first: OfTechnician, second: OfTechnician): OfTechnician {
  const sum = { ...first };
  for (const key of counted) sum[key] += second[key];
  return { ...sum, percentage: percentageOf(sum.onTheWay, sum.finished) };
}
