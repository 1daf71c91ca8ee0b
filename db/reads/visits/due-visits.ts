import { lateAssignmentSeconds } from '../../../machines/calendar/slots.ts';
import { businessZone } from '../../../machines/calendar/zone.ts';
import type { Db } from '../../connection/open.ts';
import { amongOpen } from '../../months/settled.ts';
import { livesHere } from '../../record/elsewhere.ts';
import { isOpenVisit } from '../../record/open-visits.ts';
import type { Columns, visits } from '../../schema/index.ts';

export type DueVisit = Columns<typeof visits, 'id' | 'version' | 'operation'> & {
  what: 'delay' | 'release';
};

/**
 * Open visits past their deadline (contract §4), earliest day first, at most 500. The same two instants as in
 * `machines/calendar/slots.ts`.
 */
export async function listDueVisits(db: Db, now?: Date): Promise<DueVisit[]> {
  const { sql } = db;
  const at = sql`coalesce(${now ?? null}::timestamptz, now())`;
  return sql<DueVisit[]>`
    with found as materialized (
      select v.id, v.version, v.operation, v.day, v.slot_id, v.on_the_way, v.assigned_at, v.postponed_at from visits v
      where ${amongOpen(db)} and ${livesHere(sql, sql`v.operation`)} and ${isOpenVisit(sql)} and not v.delayed and v.technician_id is not null
        and v.day <= (${at} at time zone ${businessZone()})::date
    ), open as (
      select v.id, v.version, v.operation, v.day, v.on_the_way, v.assigned_at, v.postponed_at, o.auto_release_minutes,
        (v.day + make_interval(hours => s.to_hour)) at time zone ${businessZone()} as slot_end,
        (v.day + make_interval(hours => s.from_hour, mins => o.auto_release_minutes))
          at time zone ${businessZone()} as release_at
      from found v join slots s on s.id = v.slot_id join operations o on o.code = v.operation
    ), due as (
      select id, version, operation, day,
        case
          when ${at} >= case when assigned_at < slot_end then slot_end
              else assigned_at + make_interval(secs => ${lateAssignmentSeconds}) end
            and (postponed_at is null or postponed_at < slot_end) then 'delay'
          when auto_release_minutes is not null and not on_the_way
            and assigned_at < release_at and ${at} >= release_at and ${at} < slot_end then 'release'
        end as what
      from open
    )
    select id, version, operation, what from due where what is not null order by day, id limit 500`;
}
