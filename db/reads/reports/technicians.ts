import { boundsOf, type Month } from '../../../machines/calendar/month.ts';
import { harmlessToUndo } from '../../../machines/events.ts';
import type { ReportRow } from '../../../machines/report/reports.ts';
import type { Db } from '../../connection/open.ts';
import type { Query } from '../../connection/sql.ts';
import { closedIn } from './closed-in.ts';
import type { Behind } from './counted.ts';
import { type Reach, reachOf } from './reach.ts';

/**
 * Each technician's work within the month: visits finished and cancelled while they were theirs, and visits
 * released by them or automatically. By name; technicians without any are not listed.
 */
export async function listTechnicianWork(
  db: Db,
  actor: Reach,
  operations: string[] | null,
  month: Month,
): Promise<ReportRow<'technicians'>[]> {
  const { sql } = db;
  const reach = reachOf(actor, operations);
  return [
    ...(await sql<ReportRow<'technicians'>[]>`
      with closed as (
        select v.technician_id, count(*) filter (where v.finished) as finished, count(*) filter (where v.cancelled) as cancelled
        from visits v where ${closedIn(db, reach, month)} and (v.finished or v.cancelled) and v.technician_id is not null
        group by v.technician_id
      ), detached as (
        select e.technician_id, count(*) as detached from events e where ${releasedIn(db, reach, month)}
        group by e.technician_id
      )
      select t.id as technician_id, t.name as technician_name, coalesce(c.finished, 0)::int as finished, coalesce(c.cancelled, 0)::int as cancelled,
        coalesce(d.detached, 0)::int as detached
      from closed c full join detached d using (technician_id) join technicians t on t.id = technician_id
      order by t.name, t.id`),
  ];
}

export const behindTechnicianWork: Behind<'technicians'> = (db, operations, month, column) => {
  const { sql } = db;
  if (column === 'detached')
    return sql`
      select e.visit_id as id, e.technician_id as subject, e.at from events e where ${releasedIn(db, operations, month)}`;
  const how = { finished: sql`v.finished`, cancelled: sql`v.cancelled` }[column];
  return sql`
    select v.id, v.technician_id as subject, v.closed_at as at from visits v
    where ${closedIn(db, operations, month)} and ${how} and v.technician_id is not null`;
};

/** The events `e` by which a technician lost a visit within the month, and which stand. */
function releasedIn(db: Db, operations: string[], month: Month) {
  const { begins, ends } = boundsOf(month);
  return db.sql`
    e.operation = any(${operations}::text[]) and e.name in ('visit.released', 'visit.auto_released')
      and e.at >= ${begins} and e.at < ${ends} and e.technician_id is not null and not (${wasUndone(db.sql)})`;
}

/**
 * Whether event `e` was undone: a 'visit.undone' follows it with nothing in between but events of the same
 * command and harmless ones.
 */
const wasUndone = (sql: Query) => sql`
  e.key is not null and exists (
    select 1 from events u where u.visit_id = e.visit_id and u.name = 'visit.undone' and u.version > e.version
      and not exists (
        select 1 from events m where m.visit_id = e.visit_id and m.version > e.version and m.version < u.version
          and not m.name = any(${[...harmlessToUndo]}::text[])
          and (m.key is distinct from e.key or m.actor_id is distinct from e.actor_id)))`;
