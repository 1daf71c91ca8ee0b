import type { Tx } from '../../connection/sql.ts';

/** What the synthetic visits of an operation choose from. */
export type Place = {
  code: string;
  version: number;
  slotIds: number[];
  fromHours: number[];
  toHours: number[];
  technicianIds: number[];
  technicianNames: string[];
  nodeIds: number[];
  nodeNames: string[];
  /** The nodes' zones; 0: none. */
  zoneIds: number[];
  creatorIds: number[];
};

/** The operations that can have visits, the first ones first. */
export async function listPlaces(tx: Tx): Promise<Place[]> {
  return (await tx`
    select o.code, o.version, s.ids as "slotIds", s.froms as "fromHours", s.tos as "toHours",
      t.ids as "technicianIds", t.names as "technicianNames", n.ids as "nodeIds", n.names as "nodeNames", n.zones as "zoneIds",
      u.ids as "creatorIds"
    from operations o,
      lateral (select array_agg(id order by from_hour) as ids, array_agg(from_hour::int order by from_hour) as froms,
        array_agg(to_hour::int order by from_hour) as tos from slots where operation = o.code and enabled) s,
      lateral (select array_agg(t.id order by t.id) as ids, array_agg(t.name order by t.id) as names from technicians t
        join user_operations x on x.user_id = t.user_id and x.operation = o.code) t,
      lateral (select array_agg(id order by id) as ids, array_agg(name order by id) as names, array_agg(coalesce(zone_id, 0) order by id) as zones
        from nodes where operation = o.code) n,
      lateral (select array_agg(x.user_id order by x.user_id) as ids from user_operations x
        where x.operation = o.code and not exists (select 1 from technicians t where t.user_id = x.user_id)) u
    where s.ids is not null and t.ids is not null and n.ids is not null and u.ids is not null
    order by o.code`) as unknown as Place[];
}

/** As many technicians as the largest operation that the design supports. */
const techniciansEach = 33;

/**
 * Adds operations until so many can have visits, each with slots, zones, nodes, priorities, a supervisor
 * `jefe<code>` and technicians `tec<code>.1`… with the demo's password.
 */
export async function addOperations(tx: Tx, count: number) {
  const missing = count - (await listPlaces(tx)).length;
  if (missing <= 0) return;
  const codes = await tx<{ code: string }[]>`
    insert into operations (code, name)
    select code, 'Localidad ' || code from (select lpad(n::text, 3, '0') as code from generate_series(500, 999) n) c
    where not exists (select 1 from operations o where o.code = c.code) order by code limit ${missing} returning code`;
  const made = codes.map(({ code }) => code);
  await tx`
    insert into slots (operation, name, from_hour, to_hour)
    select code, f || ' a ' || f + 2, f, f + 2 from unnest(${made}::text[]) code, generate_series(8, 16, 2) f`;
  await tx`
    insert into zones (operation, name) select code, 'Zona ' || z from unnest(${made}::text[]) code, generate_series(1, 6) z`;
  await tx`
    insert into nodes (operation, name, zone_id)
    select z.operation, z.operation || '-' || right(z.name, 1) || '-' || n, z.id
    from zones z, generate_series(1, 6) n where z.operation = any(${made}::text[])`;
  await tx`
    insert into priorities (operation, symptom_id, priority)
    select code, p.symptom_id, p.priority from unnest(${made}::text[]) code
    join priorities p on p.operation = (select min(code) from operations)`;
  await tx`
    with hash as (select password_hash as hash from users where username = 'jefe'),
    people as (
      insert into users (username, first_name, last_name, password_hash, profile, default_view)
      select case n when 0 then 'jefe' || code else 'tec' || code || '.' || n end,
        case n when 0 then 'Jefe' else 'Técnico ' || n end, code, hash,
        case n when 0 then 'Jefe técnico' else 'Técnico' end, case n when 0 then 'index_jefetec' else 'index_tecnico' end
      from hash, unnest(${made}::text[]) code, generate_series(0, ${techniciansEach}::int) n returning id, username, first_name, last_name
    ), reach as (
      insert into user_operations (user_id, operation) select id, last_name from people
    ), rights as (
      insert into user_permissions (user_id, permission)
      select people.id, p.permission from people
      join user_permissions p on p.user_id = (select id from users where username = case when people.first_name = 'Jefe' then 'otro' else 'tecnico' end)
    )
    insert into technicians (user_id, name) select id, first_name || ' ' || last_name from people where first_name <> 'Jefe'`;
}
