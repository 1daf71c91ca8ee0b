import type { Month } from '../../../machines/calendar/month.ts';
import { type OnTheWay, percentageOf, type ReportRow } from '../../../machines/report/reports.ts';
import type { Db } from '../../connection/open.ts';
import type { Fragment, Query } from '../../connection/sql.ts';
import { closedIn } from './closed-in.ts';
import type { Behind, Counted } from './counted.ts';
import { type Reach, reachOf } from './reach.ts';

type Counts = Omit<OnTheWay, 'percentage'>;

const counted: Counted<'on_the_way'> = (sql) => ({
  finished: sql`v.finished`,
  onTheWay: sql`v.finished and v.on_the_way_at is not null`,
  rescheduledByClient: sql`v.rescheduled and r.responsible = 'cliente'`,
  cancelledByClient: sql`v.cancelled and r.responsible = 'cliente'`,
});

/** The counts of visits `v` closed within the month. */
function counts(sql: Query) {
  const { finished, onTheWay, rescheduledByClient, cancelledByClient } = counted(sql);
  return sql`
    count(*) filter (where ${finished})::int as finished, count(*) filter (where ${onTheWay})::int as on_the_way,
    count(*) filter (where ${rescheduledByClient})::int as rescheduled_by_client,
    count(*) filter (where ${cancelledByClient})::int as cancelled_by_client`;
}

const withPercentage = <Row extends Counts>(row: Row) => ({
  ...row,
  percentage: percentageOf(row.onTheWay, row.finished),
});

/**
 * How often each technician, by name, used 'Voy en camino' within the month; without closed visits they are
 * not listed. Technicians with the same name have a row each.
 */
export async function listOnTheWayOfTechnicians(
  db: Db,
  actor: Reach,
  operations: string[] | null,
  month: Month,
): Promise<ReportRow<'on_the_way'>[]> {
  const { sql } = db;
  const rows = await sql<(Counts & { technicianId: number; technicianName: string })[]>`
    select t.id as technician_id, t.name as technician_name, c.finished, c.on_the_way, c.rescheduled_by_client, c.cancelled_by_client
    from (
      select v.technician_id, ${counts(sql)} from visits v left join reasons r on r.value = v.reason_id
      where ${closedIn(db, reachOf(actor, operations), month)} and v.technician_id is not null group by v.technician_id
    ) c join technicians t on t.id = c.technician_id order by t.name, t.id`;
  return rows.map(withPercentage);
}

/** The same per requested operation, by name, also without closings. */
export async function listOnTheWayOfOperations(
  db: Db,
  actor: Reach,
  operations: string[] | null,
  month: Month,
): Promise<ReportRow<'on_the_way_global'>[]> {
  const { sql } = db;
  const reach = reachOf(actor, operations);
  const rows = await sql<(Counts & { operation: string; operationName: string })[]>`
    select o.code as operation, o.name as operation_name, coalesce(c.finished, 0) as finished, coalesce(c.on_the_way, 0) as on_the_way,
      coalesce(c.rescheduled_by_client, 0) as rescheduled_by_client, coalesce(c.cancelled_by_client, 0) as cancelled_by_client
    from operations o left join (
      select v.operation, ${counts(sql)} from visits v left join reasons r on r.value = v.reason_id
      where ${closedIn(db, reach, month)} group by v.operation
    ) c on c.operation = o.code
    where o.code = any(${reach}::text[]) order by o.name, o.code`;
  return rows.map(withPercentage);
}

/** Of technicians and operations with finished visits: the others have no row on a screen (S2 §5). */
const behind =
  (subject: (sql: Query) => Fragment): Behind<'on_the_way' | 'on_the_way_global'> =>
  (db, operations, month, column) => {
    const { sql } = db;
    const closed = closedIn(db, operations, month);
    return sql`
      select v.id, ${subject(sql)} as subject, v.closed_at as at
      from visits v left join reasons r on r.value = v.reason_id
      where ${closed} and ${counted(sql)[column]}
        and ${subject(sql)} in (select ${subject(sql)} from visits v where ${closed} and v.finished)`;
  };

export const behindOnTheWayOfTechnicians = behind((sql) => sql`v.technician_id`);
export const behindOnTheWayOfOperations = behind((sql) => sql`v.operation`);
