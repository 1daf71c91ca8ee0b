import { expect } from 'vitest';
import type { Sql } from '../../../db/connection/sql.ts';

/** Rows that must not be. */
export const expectNone = async (sql: Sql, query: string) =>
  expect([...(await sql.unsafe(`${query} limit 5`))], query).toEqual([]);

export const countOf = async (sql: Sql, query: string) =>
  Number((await sql.unsafe<{ n: number }[]>(`select count(*) as n from ${query}`))[0]!.n);

/** The rules that the commands keep, of a record that was not made by them. */
export async function expectRules(sql: Sql, now: Date): Promise<void> {
  for (const query of [...rules, `select name, at from events where at > '${now.toISOString()}'`])
    await expectNone(sql, query);
}

const rules = [
  `select o.code from operations o where version <> (select count(*) from events e where e.operation = o.code)
    or version <> coalesce((select max(version) from events e where e.operation = o.code), 0)`,
  `select v.id from visits v where version <> (select count(*) from events e where e.visit_id = v.id and e.name not like 'order.%')`,
  `select id from visits v where not exists (select 1 from events e where e.visit_id = v.id and e.name = 'visit.created')`,
  `select id from visits v where closed_at is not null and not exists (select 1 from events e where e.visit_id = v.id
    and e.at = v.closed_at and e.name = case when finished then 'visit.finished' when cancelled then 'visit.cancelled' else 'visit.rescheduled' end)`,
  `select v.id from visits v join visits n on n.id = v.rescheduled_next
    where n.rescheduled_previous <> v.id or n.day <= v.day or not v.rescheduled or n.order_number <> v.order_number`,
  'select id from visits where rescheduled and rescheduled_next is null',
  'select order_number from visits where closed_at is null group by 1 having count(*) > 1',
  `select v.id from visits v join orders o on o.number = v.order_number
    where (v.closed_at is null and o.status_id > 2) or v.client_id <> o.client_id`,
  'select v.id from visits v join slots s on s.id = v.slot_id where s.operation <> v.operation',
  `select v.id from visits v join reasons r on r.value = v.reason_id where (v.finished and not r.finalizes)
    or (v.cancelled and not r.cancels) or (v.rescheduled and not r.reschedules) or (v.derivation_type is not null and not r.derives)`,
  'select id from visits where cancelled and length(extra_comments) < 5',
  `select v.id from visits v join technicians t on t.id = v.technician_id
    where not exists (select 1 from user_operations x where x.user_id = t.user_id and x.operation = v.operation)`,
  'select w.number from orders w join clients c on c.id = w.client_id where c.operation <> w.operation',
  'select id from visits where closed_at < created_at',
  `select day, slot_id from (select operation, day, slot_id, count(*) as held from visits where not (cancelled or rescheduled) group by 1, 2, 3) h
    full join slot_days d using (operation, day, slot_id) where coalesce(d.taken, 0) <> coalesce(h.held, 0)`,
];

/** Constraints and indexes, of all but the months. */
export const schemaOf = async (sql: Sql) => [
  ...(await sql`
    select conrelid::regclass::text as owner, conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = conrelid
    where connamespace = 'public'::regnamespace and not c.relispartition and conparentid = 0
    union all select tablename, indexname, indexdef from pg_indexes join pg_class c on c.oid = tablename::regclass
    where schemaname = 'public' and not c.relispartition order by 1, 2, 3`),
];
