import type { Month } from '../../../machines/calendar/month.ts';
import { type OnTheWay, percentageOf, type ReportRow } from '../../../machines/report/reports.ts';
import type { Db } from '../../connection/open.ts';
import type { Query } from '../../connection/sql.ts';
import { closedIn } from './closed-in.ts';
import { type Reach, reachOf } from './reach.ts';

type Counts = Omit<OnTheWay, 'percentage'>;

/** The counts of visits `v` closed within the month. */
const counts = (sql: Query) => sql`
  count(*) filter (where v.finished)::int as finished,
  count(*) filter (where v.finished and v.on_the_way_at is not null)::int as on_the_way,
  count(*) filter (where v.rescheduled and r.responsible = 'cliente')::int as rescheduled_by_client,
  count(*) filter (where v.cancelled and r.responsible = 'cliente')::int as cancelled_by_client`;

const withPercentage = <Row extends Counts>(row: Row) => ({
  ...row,
  percentage: percentageOf(row.onTheWay, row.finished),
});

/**
 * How often each technician, by name, used 'Voy en camino' within the month; without closed visits they are
 * not listed.
 */
export const listOnTheWayOfTechnicians = async (
  db: Db,
  actor: Reach,
  operations: string[] | null,
  month: Month,
): Promise<ReportRow<'on_the_way'>[]> =>
  (await countOnTheWay(db, actor, operations, month)).map(({ technicianId: _, ...row }) => row);

export type OnTheWayOfOne = ReportRow<'on_the_way'> & { technicianId: number };

/** The same by id: technicians with the same name have a row each. */
export async function countOnTheWay(
  db: Db,
  actor: Reach,
  operations: string[] | null,
  month: Month,
): Promise<OnTheWayOfOne[]> {
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
  const rows = await sql<(Counts & { operationName: string })[]>`
    select o.name as operation_name, coalesce(c.finished, 0) as finished, coalesce(c.on_the_way, 0) as on_the_way,
      coalesce(c.rescheduled_by_client, 0) as rescheduled_by_client, coalesce(c.cancelled_by_client, 0) as cancelled_by_client
    from operations o left join (
      select v.operation, ${counts(sql)} from visits v left join reasons r on r.value = v.reason_id
      where ${closedIn(db, reach, month)} group by v.operation
    ) c on c.operation = o.code
    where o.code = any(${reach}::text[]) order by o.name, o.code`;
  return rows.map(withPercentage);
}
