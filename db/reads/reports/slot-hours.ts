import type { Query } from '../../connection/sql.ts';

/**
 * The end of each slot of these operations, with its validity: slots are edited, and whether a closing was
 * late depends on the hours of that time. Rows of `slot_id, to_hour, since, until`.
 */
export const slotHours = (sql: Query, operations: string[]) => sql`
  select slot_id, to_hour, coalesce(lag(at) over (partition by slot_id order by version), '-infinity') as since, at as until
  from (
    select (data ->> 'slotId')::int as slot_id, at, version, (data -> 'from' ->> 'toHour')::int as to_hour
    from events where operation = any(${operations}::text[]) and name = 'slots.changed' and data ->> 'change' = 'edited'
  ) changed
  union all
  select s.id, s.to_hour, coalesce(max(e.at), '-infinity'), 'infinity'
  from slots s left join events e on e.operation = s.operation and e.name = 'slots.changed' and e.data ->> 'change' = 'edited'
    and (e.data ->> 'slotId')::int = s.id
  where s.operation = any(${operations}::text[]) group by s.id, s.to_hour`;
