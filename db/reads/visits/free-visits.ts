import { hourOf, today } from '../../../machines/calendar/slots.ts';
import type { Db } from '../../connection/open.ts';
import { amongDays } from '../../months/settled.ts';
import { isOpenVisit } from '../../record/open-visits.ts';
import type { Columns, Nullable, zones } from '../../schema/index.ts';
import { type FieldVisit, fieldVisitColumns, fieldVisitTables } from './technician-day.ts';
import { type Unread, withReach } from './with-reach.ts';

/** Two operations may have a zone of one name. */
export type FreeZone = Columns<typeof zones, 'id' | 'name' | 'operation'> & {
  operationName: string;
  count: number;
};

/** Today's visits that a technician may take: some of them, their number, and their zones. */
export type FreeVisits = {
  visits: FieldVisit[];
  /** Within the requested zone. */
  total: number;
  /** Of all zones. */
  allTotal: number;
  zones: FreeZone[];
};

/**
 * Today's unassigned open visits of these operations: first those whose slot is not over, then missed ones,
 * each by slot (S1 §2 'timestripe'). At most `limit`, of one zone or of all.
 */
export async function listFreeVisits(
  db: Db,
  operations: string[],
  filter: { now: Date; zoneId: number | null; limit: number },
): Promise<FreeVisits> {
  const { sql } = db;
  const day = today(filter.now);
  const hour = hourOf(filter.now);
  const free = sql`
    v.operation = any(${operations}::text[]) and v.day = ${day} and ${isOpenVisit(sql)}
    and coalesce(v.technician_id, 0) = 0 and ${amongDays(db, day, day)}`;
  const [visits, counted] = await Promise.all([
    sql<Unread<FieldVisit>[]>`
      select ${fieldVisitColumns(sql)} from ${fieldVisitTables(sql)}
      where ${free} ${filter.zoneId === null ? sql`` : sql`and v.zone_id = ${filter.zoneId}`}
      order by s.to_hour <= ${hour}, s.from_hour, s.to_hour, v.id limit ${filter.limit}`,
    sql<(Nullable<Omit<FreeZone, 'count'>> & { count: number })[]>`
      select z.id, z.name, z.operation, o.name as operation_name, count(*)::int as count from visits v
      left join zones z on z.id = v.zone_id and z.deleted_at is null left join operations o on o.code = z.operation
      where ${free} group by z.id, z.name, z.operation, o.name order by z.name, o.name`,
  ]);
  const allTotal = counted.reduce((sum, { count }) => sum + count, 0);
  const byZone = counted.filter((zone): zone is FreeZone => zone.id !== null);
  const total =
    filter.zoneId === null ? allTotal : (byZone.find(({ id }) => id === filter.zoneId)?.count ?? 0);
  return { visits: visits.map((visit) => withReach(db, visit)), total, allTotal, zones: byZone };
}

/** A technician's visits of today: the number done (concluded or cancelled), and still open. */
export async function countTechnicianDay(
  db: Db,
  technicianId: number,
  operations: string[],
  now: Date,
): Promise<{ done: number; open: number }> {
  const day = today(now);
  const [row] = await db.sql<{ done: number; open: number }[]>`
    select count(*) filter (where v.finished or v.cancelled)::int as done,
      count(*) filter (where ${isOpenVisit(db.sql)})::int as open
    from visits v where v.technician_id = ${technicianId} and v.operation = any(${operations}::text[]) and v.day = ${day}
      and ${amongDays(db, day, day)}`;
  return row ?? { done: 0, open: 0 };
}
