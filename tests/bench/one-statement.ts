import type { RequestListener } from 'node:http';
import postgres from 'postgres';

/** The one statement of the floors and peers, over node:http: it writes what a change must leave behind, and nothing else. */
export const openStatements = (max: number) =>
  postgres(process.env.DATABASE_URL!, { max, onnotice: () => {}, idle_timeout: 0 });

const statement = `
  with moved as (
    update visits set version = version + 1, technician_id = $2::int, assigned_at = case when $2::int is null then null else now() end
    where id = $1::int and (technician_id is null) = ($2::int is not null) returning *
  ), op as (
    update operations set version = version + 1 where code = (select operation from moved) returning code, version
  ), ev as (
    insert into events (operation, version, name, visit_id, order_number, technician_id)
    select op.code, op.version, 'visit.taken', moved.id, moved.order_number, moved.technician_id from op, moved
  ), ob as (
    insert into outbox (operation, version, name, visit_id) select op.code, op.version, 'visit.taken', moved.id from op, moved
  )
  select op.version::int as version, op.code, row_to_json(v) as row
  from op, (select id, version, day, slot_id, zone_id, order_number, order_type, client_id, client_name, client_address, node_name,
    tag, symptom_id, technician_id, status_id, reason_id, on_the_way, delayed, finished, cancelled from moved) v`;
export type Moved = { version: number; code: string; row: unknown };
/** Nothing, if the visit was not free, or not assigned. */
export const move = (client: postgres.Sql, visitId: number, technicianId: number | null) =>
  client.unsafe<Moved[]>(statement, [visitId, technicianId], { prepare: true });

/** Answers a POST that moves a visit, and publishes what has a key once the answer is written. */
export const answerMove =
  (sql: postgres.Sql, publish: (moved: Moved, key: string) => void): RequestListener =>
  (request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', async () => {
      const { visit_id, technician_id, key } = JSON.parse(body);
      const [moved] = await move(sql, visit_id, technician_id);
      const text = JSON.stringify({
        code: moved ? 200 : 409,
        error: 0,
        diagnostic: '',
        data: { visit_id },
      });
      response.writeHead(moved ? 200 : 409, {
        'content-type': 'application/json',
        'content-length': text.length,
      });
      response.end(text);
      if (moved && key) publish(moved, key);
    });
  };
