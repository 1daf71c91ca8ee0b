import { boundsOf, type Month } from '../../../../machines/calendar/month.ts';
import { eventsThat } from '../../../../machines/events.ts';
import { type MonthlyReport, shapeOf } from '../../../../machines/report/reports.ts';
import type { Db } from '../../../connection/open.ts';
import type { Query } from '../../../connection/sql.ts';

/** Beyond this many events, counting again is cheaper than checking them. */
const mostEvents = 1_000;

type PartsQuestion = { report: MonthlyReport; operations: string[]; month: Month };

type KeptPart = {
  operation: string;
  now: number;
  version: number | null;
  rows: unknown[] | null;
  /** Kept with the current mark of tickets, names and report shape. */
  same: boolean;
  /** Microseconds since 1970. */
  readAt: number | null;
};

/**
 * The valid kept rows of these operations: no event that touches the month happened since they were read. The
 * caller has checked the access to the operations. Valid rows are marked as such, so that the next check
 * covers fewer events.
 *
 * @param since microseconds since 1970 (`ReportRun.since`): rows read after the request are a valid answer,
 * whatever happened since; otherwise a month that changes all the time would never be answered
 * @returns the rows by operation; missing operations have to be counted
 */
export async function findKept(
  db: Db,
  question: PartsQuestion,
  since: number | null = null,
): Promise<Map<string, unknown[]>> {
  const keptParts = await readKept(db, question);
  const fresh = (part: KeptPart) => since !== null && part.readAt !== null && part.readAt >= since;
  const unmoved = (part: KeptPart) => part.same && part.version === part.now;
  const moved = keptParts.filter(
    (part) => !fresh(part) && part.same && part.version !== null && part.version < part.now,
  );
  const touched = await listTouched(
    db,
    question,
    moved.filter((part) => part.now - part.version! <= mostEvents),
  );
  const still = moved.filter(({ operation }) => touched.get(operation) === false);
  await moveOn(db, question, still);
  const right = keptParts.filter((part) => fresh(part) || unmoved(part) || still.includes(part));
  return new Map(right.map(({ operation, rows }) => [operation, rows!]));
}

const readKept = async ({ sql }: Db, { report, operations, month }: PartsQuestion): Promise<KeptPart[]> => [
  ...(await sql<KeptPart[]>`
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
 * A fingerprint that changes with the report's shape (`shapeOf`: an upgrade changed it), or with any name in
 * a report: of technicians, reasons and operations.
 */
export const catalogue = (sql: Query, report: MonthlyReport) => sql`
  select md5(concat_ws('|', ${shapeOf(report)}::text,
    (select string_agg(concat_ws(':', id, name), ',' order by id) from technicians),
    (select string_agg(concat_ws(':', value, text, responsible), ',' order by value) from reasons),
    (select string_agg(concat_ws(':', code, name), ',' order by code) from operations))) as catalogue`;

const touching = eventsThat(({ reports }) => reports !== 'none');
const placing = eventsThat(({ reports }) => reports === 'places');

/** For each operation, whether an event between its two versions can have changed the month. */
async function listTouched(
  { sql }: Db,
  { month }: PartsQuestion,
  parts: KeptPart[],
): Promise<Map<string, boolean>> {
  if (parts.length === 0) return new Map();
  const { from, until, begins, ends } = boundsOf(month);
  // A visit's day never changes, so its months are its current ones, except for undone changes, which its earlier
  // events show, and for a visit that was withdrawn, whose event has its day. `offset 0`: for many events the planner would hash all visits.
  const rows = await sql<{ operation: string; touched: boolean }[]>`
    select k.operation, exists (
      select 1 from events e
      where e.operation = k.operation and e.version > k.version and e.version <= k.now and e.name = any(${touching}::text[])
        and (
          (e.at >= ${begins} and e.at < ${ends})
          or exists (select 1 from visits v where v.id = e.visit_id
            and (v.day >= ${from} and v.day < ${until} or v.closed_at >= ${begins} and v.closed_at < ${ends}) offset 0)
          or (e.name = 'visit.withdrawn' and (e.data #>> '{from,day}')::date >= ${from} and (e.data #>> '{from,day}')::date < ${until})
          or (e.visit_id is null and exists (select 1 from order_visits a join visits v on v.id = a.visit_id where a.order_number = e.order_number
            and v.closed_at >= ${begins} and v.closed_at < ${ends} offset 0))
          or exists (select 1 from events p where p.visit_id = e.visit_id and p.name = any(${placing}::text[])
            and p.at >= ${begins} and p.at < ${ends} offset 0)
        )
    ) as touched
    from unnest(${parts.map((part) => part.operation)}::text[], ${parts.map((part) => part.version)}::bigint[],
      ${parts.map((part) => part.now)}::bigint[]) k (operation, version, now)`;
  return new Map(rows.map(({ operation, touched }) => [operation, touched]));
}

/** Only rows not replaced in between. Not awaited: when it is lost, the next check covers a few more events. */
async function moveOn({ writes }: Db, { report, month }: PartsQuestion, still: KeptPart[]): Promise<void> {
  if (still.length === 0) return;
  await writes`
    update report_results r set version = k.now, used_at = now()
    from unnest(${still.map((part) => part.operation)}::text[], ${still.map((part) => part.version)}::bigint[],
      ${still.map((part) => part.now)}::bigint[]) k (operation, version, now)
    where r.report = ${report} and r.month = ${month} and r.operation = k.operation and r.version = k.version`;
}
