import { boundsOf, type Month } from '../../../machines/calendar/month.ts';
import { eventsThat } from '../../../machines/events.ts';
import { type MonthlyReport, shapeOf } from '../../../machines/report/reports.ts';
import type { Db } from '../../connection/open.ts';
import type { Query } from '../../connection/sql.ts';

/** Beyond this many events since, counting again is cheaper than looking through them. */
const mostEvents = 1_000;

type Asked = { report: MonthlyReport; operations: string[]; month: Month };

type Found = {
  operation: string;
  now: number;
  version: number | null;
  rows: unknown[] | null;
  /** Kept with the tickets' mark, the names and the report's shape of now. */
  same: boolean;
  /** Microseconds since 1970. */
  readAt: number | null;
};

/**
 * The kept rows of these operations that are right: nothing that touches the month happened since they were read.
 * Whoever asks has been found to reach the operations. What is right is noted as such, so that the next to ask looks
 * through fewer events.
 *
 * @param since microseconds since 1970 (`ReportRun.since`): rows read after the question was asked are an answer to it,
 *   whatever happened since; without it a month that changes all the time would never be answered
 * @returns the rows by operation; an operation that is missing has to be counted
 */
export async function findKept(
  db: Db,
  asked: Asked,
  since: number | null = null,
): Promise<Map<string, unknown[]>> {
  const found = await readKept(db, asked);
  const fresh = (one: Found) => since !== null && one.readAt !== null && one.readAt >= since;
  const unmoved = (one: Found) => one.same && one.version === one.now;
  const moved = found.filter(
    (one) => !fresh(one) && one.same && one.version !== null && one.version < one.now,
  );
  const touched = await listTouched(
    db,
    asked,
    moved.filter((one) => one.now - one.version! <= mostEvents),
  );
  const still = moved.filter(({ operation }) => touched.get(operation) === false);
  await moveOn(db, asked, still);
  const right = found.filter((one) => fresh(one) || unmoved(one) || still.includes(one));
  return new Map(right.map(({ operation, rows }) => [operation, rows!]));
}

const readKept = async ({ sql }: Db, { report, operations, month }: Asked): Promise<Found[]> => [
  ...(await sql<Found[]>`
    with names as materialized (${catalogue(sql, report)})
    select o.code as operation, o.version as now, r.version, r.rows,
      coalesce(r.mark = coalesce(m.mark, 0) and r.catalogue = names.catalogue, false) as same,
      (extract(epoch from r.read_at) * 1000000)::bigint as read_at
    from operations o cross join names
    left join report_marks m on m.operation = o.code and m.month = ${month}
    left join report_results r on r.report = ${report} and r.operation = o.code and r.month = ${month}
    where o.code = any(${operations}::text[])`),
];

/**
 * One short text that is another when the report's shape is (`shapeOf`: an upgrade changed it), or any name in a report:
 * of technicians, reasons and operations.
 */
export const catalogue = (sql: Query, report: MonthlyReport) => sql`
  select md5(concat_ws('|', ${shapeOf(report)}::text,
    (select string_agg(concat_ws(':', id, name), ',' order by id) from technicians),
    (select string_agg(concat_ws(':', value, text, responsible), ',' order by value) from reasons),
    (select string_agg(concat_ws(':', code, name), ',' order by code) from operations))) as catalogue`;

const touching = eventsThat(({ reports }) => reports !== 'none');
const placing = eventsThat(({ reports }) => reports === 'places');

/** Of each operation whether an event between its two versions can have changed the month. */
async function listTouched({ sql }: Db, { month }: Asked, kept: Found[]): Promise<Map<string, boolean>> {
  if (kept.length === 0) return new Map();
  const { from, until, begins, ends } = boundsOf(month);
  // A visit's day never changes, as rescheduling makes another visit: as it stands now it lies in the months that it
  // lay in before, but for what was taken back, which its earlier events tell. `offset 0`: few visits are looked up one
  // by one; the planner would hash all visits of all operations instead when it expects many events.
  const rows = await sql<{ operation: string; touched: boolean }[]>`
    select k.operation, exists (
      select 1 from events e
      where e.operation = k.operation and e.version > k.version and e.version <= k.now and e.name = any(${touching}::text[])
        and (
          (e.at >= ${begins} and e.at < ${ends})
          or exists (select 1 from visits v where v.id = e.visit_id
            and (v.day >= ${from} and v.day < ${until} or v.closed_at >= ${begins} and v.closed_at < ${ends}) offset 0)
          or (e.visit_id is null and exists (select 1 from order_visits a join visits v on v.id = a.visit_id where a.order_number = e.order_number
            and v.closed_at >= ${begins} and v.closed_at < ${ends} offset 0))
          or exists (select 1 from events p where p.visit_id = e.visit_id and p.name = any(${placing}::text[])
            and p.at >= ${begins} and p.at < ${ends} offset 0)
        )
    ) as touched
    from unnest(${kept.map((one) => one.operation)}::text[], ${kept.map((one) => one.version)}::bigint[],
      ${kept.map((one) => one.now)}::bigint[]) k (operation, version, now)`;
  return new Map(rows.map(({ operation, touched }) => [operation, touched]));
}

/** Only what nobody replaced meanwhile. Nobody waits for it: lost, the next one to ask looks a little further. */
async function moveOn({ writes }: Db, { report, month }: Asked, still: Found[]): Promise<void> {
  if (still.length === 0) return;
  await writes`
    update report_results r set version = k.now, used_at = now()
    from unnest(${still.map((one) => one.operation)}::text[], ${still.map((one) => one.version)}::bigint[],
      ${still.map((one) => one.now)}::bigint[]) k (operation, version, now)
    where r.report = ${report} and r.month = ${month} and r.operation = k.operation and r.version = k.version`;
}
