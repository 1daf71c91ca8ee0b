import { businessZone } from '../../../../machines/calendar/zone.ts';
import type { Db } from '../../../connection/open.ts';
import type { Query } from '../../../connection/sql.ts';
import type { amongClosed } from '../../../months/settled.ts';

/**
 * The sums of `segment_days` of the visits finished from day `d.first` to day `d.last` of operation `d.code`; for a
 * lateral join, so that each is one short range of `visits_closed`.
 * @param among a condition on `v.id` that excludes months without such visits; default: every month is read
 */
export const segmentSums = (sql: Query, among: ReturnType<typeof amongClosed> = sql`true`) => sql`
  select count(*)::int as count, count(k.at)::int as ticketed,
    coalesce(sum(${ms(sql, sql`k.at`, sql`w.created_at`)}), 0)::bigint as ticket_to_order_ms,
    coalesce(sum(${ms(sql, sql`w.created_at`, sql`v.created_at`)}), 0)::bigint as order_to_visit_ms,
    coalesce(sum(${ms(sql, sql`v.created_at`, sql`v.closed_at`)}), 0)::bigint as visit_ms,
    coalesce(sum(${ms(sql, sql`coalesce(k.at, w.created_at)`, sql`v.closed_at`)}), 0)::bigint as total_ms
  from visits v join orders w on w.number = v.order_number
  left join lateral (select min(created_at) as at from tickets where order_number = w.number) k on true
  where v.operation = d.code and v.finished and v.closed_at >= (d.first::timestamp at time zone ${businessZone()})
    and v.closed_at < ((d.last + 1)::timestamp at time zone ${businessZone()}) and ${among}`;

type Fragment = ReturnType<Db['sql']>;

const ms = (sql: Query, from: Fragment, to: Fragment): Fragment =>
  sql`(extract(epoch from ${to} - ${from}) * 1000)::bigint`;
