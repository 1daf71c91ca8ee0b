import type { EventName } from '../../machines/events.ts';
import { toldToSupervisors } from '../../machines/supervision.ts';
import type { Query } from '../open.ts';

/**
 * The messages to the supervisors who are subscribed to technicians' notifications (contract §6), as one
 * INSERT over the events that `source` yields: rows of (operation, version, name, visit_id, technician_id,
 * actor_id). Null when none of these events is told to supervisors. It is part of the statement or the
 * transaction of the change, since nothing else would survive an emptied queue; nobody is told of what they
 * did themselves, and the technician's name is kept because a released visit has none any more.
 */
export function insertSupervisorNotices(
  sql: Query,
  names: EventName[],
  source: ReturnType<Query>,
): ReturnType<Query> | null {
  const templates = Object.fromEntries(
    names.flatMap((name) => (toldToSupervisors[name] ? [[name, toldToSupervisors[name]]] : [])),
  );
  if (Object.keys(templates).length === 0) return null;
  return sql`
    insert into notices (key, operation, visit_id, audience, user_id, template, data)
    select concat_ws('.', t.template, e.operation, e.version, u.id), e.operation, e.visit_id, 'supervisor', u.id, t.template,
      jsonb_strip_nulls(jsonb_build_object('technicianName', (select name from technicians where id = e.technician_id)))
    from (${source}) as e (operation, version, name, visit_id, technician_id, actor_id)
    join lateral (select ${sql.json(templates)}::jsonb ->> e.name as template) t on t.template is not null
    join user_operations o on o.operation = e.operation
    join users u on u.id = o.user_id and u.active and u.subscribed_to_techs and u.id is distinct from e.actor_id
    where e.visit_id is not null
    on conflict (key) do nothing`;
}
