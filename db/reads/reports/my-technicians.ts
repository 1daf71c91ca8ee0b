import { activeDays, type MyTechnician, pendingLimit } from '../../../machines/reports.ts';
import type { Db } from '../../open.ts';
import { type Reach, reachOf } from './reach.ts';

/**
 * The technicians of these operations, by name, with the visits that they have there and that are still open, oldest
 * first. Of a technician's operations only those are named that are the actor's too.
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
    select t.id, t.name as full_name, u.username, u.profile_pic as pic, u.active_on_telegram,
      coalesce(u.last_seen_at > now() - make_interval(days => ${activeDays}), false) as active_on_agenda,
      (select json_agg(json_build_object('code', o.code, 'name', o.name) order by x.position, o.code)
        from user_operations x join operations o on o.code = x.operation
        where x.user_id = u.id and o.code = any(${reachOf(actor, null)}::text[])) as operations,
      p.count as pending_count, coalesce(p.list, '[]') as pending
    from technicians t join users u on u.id = t.user_id
    cross join lateral (
      select max(v.total)::int as count, json_agg(json_build_object('visitId', v.id, 'day', v.day,
        'orderNumber', v.order_number, 'orderType', v.order_type) order by v.day, v.from_hour, v.id) as list
      from (
        select v.id, v.day, v.order_number, v.order_type, s.from_hour, count(*) over () as total
        from visits v join slots s on s.id = v.slot_id
        where v.technician_id = t.id and not (v.finished or v.cancelled or v.rescheduled) and v.operation = any(${reach}::text[])
        order by v.day, s.from_hour, v.id limit ${pendingLimit}
      ) v
    ) p
    where u.active and exists (select 1 from user_operations x where x.user_id = u.id and x.operation = any(${reach}::text[]))
    order by t.name, t.id`;
  return rows.map(({ pic, pendingCount, ...row }) => ({
    ...row,
    picture: pic ? `data:image/webp;base64,${Buffer.from(pic).toString('base64')}` : null,
    pendingCount: pendingCount ?? 0,
    pendingIsOverLimit: (pendingCount ?? 0) > pendingLimit,
  }));
}
