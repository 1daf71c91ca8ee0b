import { type EventName, events as table } from '../../machines/events.ts';
import type { Db } from '../connection/open.ts';
import { isSupervisor } from './recipients.ts';

/**
 * Decides the messages to supervisors subscribed to technicians' notifications (contract §6) about these events
 * (`supervisors` in the table of events), while the events are still in the outbox, so that none is missed;
 * idempotent. Not part of the commands' own statement, which it would make half as slow again. The author of an event
 * gets no message about it. The technician's name is kept because a released visit has none any more, and the
 * author's because it need not be the technician: a dispatcher closes visits, a customer cancels.
 */
export async function notifySupervisors(
  db: Db,
  events: { operation: string; version: number; name: EventName }[],
): Promise<void> {
  const rows = events.flatMap(({ operation, version, name }) => {
    const template = table[name].supervisors;
    return template ? [{ operation, version, template }] : [];
  });
  if (rows.length === 0) return;
  await db.sql`
    insert into notices (key, operation, visit_id, audience, user_id, template, data)
    select concat_ws('.', x.template, e.operation, e.version, u.id), e.operation, v.id, 'supervisor', u.id, x.template,
      jsonb_strip_nulls(jsonb_build_object('technicianName', t.name, 'actorName', case
        when e.data ->> 'by' = 'customer' then 'El cliente' when e.actor_id is not null then e.actor_name end))
    from jsonb_to_recordset(${db.sql.json(rows)}) as x (operation text, version bigint, template text)
    join events e on e.operation = x.operation and e.version = x.version
    join visits v on v.id = e.visit_id
    left join technicians t on t.id = e.technician_id
    join user_operations o on o.operation = e.operation
    join users u on u.id = o.user_id and ${isSupervisor(db.sql, 'u', db.sql`e.operation`)}
      and u.id is distinct from e.actor_id
    on conflict (key) do nothing`;
}
