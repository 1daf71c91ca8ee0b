import { activeDays, type MyTechnician, pendingLimit } from '../../../machines/report/reports.ts';
import type { Db } from '../../connection/open.ts';
import { amongOpen } from '../../months/settled.ts';
import { isOpenVisit } from '../../record/open-visits.ts';
import { type Reach, reachOf } from './reach.ts';

/**
 * The technicians of these operations, by name, with their open visits there, oldest first. Only operations
 * of the actor are named.
 */
export async function listMyTechnicians(
  db: Db,
  actor: Reach,
  operations: string[] | null,
): Promise<MyTechnician[]> {
  const { sql } = db;
  const reach = reachOf(actor, operations);
  const rows = await sql<
    (Omit<MyTechnician, 'picture' | 'pendingIsOverLimit'> & { pic: Uint8Array | null })[]
  >`
    with open as materialized (
      select v.technician_id, v.id, v.day, v.order_number, v.order_type,
        row_number() over (partition by v.technician_id order by v.day, s.from_hour, v.id) as place
      from visits v join slots s on s.id = v.slot_id
      where v.operation = any(${reach}::text[]) and ${isOpenVisit(sql)}
        and v.technician_id is not null and ${amongOpen(db)}
    ), pending as (
      select technician_id, count(*)::int as count, json_agg(json_build_object('visitId', id, 'day', day,
        'orderNumber', order_number, 'orderType', order_type) order by place) filter (where place <= ${pendingLimit}) as list
      from open group by technician_id
    )
    select t.id, t.name as full_name, u.username, u.profile_pic as pic, u.active_on_telegram,
      coalesce(u.last_seen_at > now() - make_interval(days => ${activeDays}), false) as active_on_agenda,
      (select json_agg(json_build_object('code', o.code, 'name', o.name) order by x.position, o.code)
        from user_operations x join operations o on o.code = x.operation
        where x.user_id = u.id and o.code = any(${reachOf(actor, null)}::text[])) as operations,
      coalesce(p.count, 0) as pending_count, coalesce(p.list, '[]') as pending
    from technicians t join users u on u.id = t.user_id left join pending p on p.technician_id = t.id
    where u.active and t.active and exists (select 1 from user_operations x where x.user_id = u.id and x.operation = any(${reach}::text[]))
    order by t.name, t.id`;
  return rows.map(({ pic, pendingCount, ...row }) => ({
    ...row,
    picture: pic ? `data:image/webp;base64,${Buffer.from(pic).toString('base64')}` : null,
    pendingCount,
    pendingIsOverLimit: pendingCount > pendingLimit,
  }));
}
