import { type Actor, operationsOf } from '../../../machines/access/permissions.ts';
import { eventNames, events, eventsThat, harmlessToUndo } from '../../../machines/events.ts';
import { undoSeconds } from '../../../machines/visit/undo-time.ts';
import type { Db } from '../../connection/open.ts';
import type { Columns, events as eventTable } from '../../schema/index.ts';

/** What one command of a user did to visits, as far as it is shown (ux.md U68). */
export type OwnChange = Columns<typeof eventTable, 'operation' | 'version' | 'name' | 'at'> & {
  /** Of all that it changed, ascending. */
  visitIds: number[];
  /** Of the first visit, as its order has it; null: the order is gone. */
  clientName: string | null;
  /** Whom it gave the first visit to, and the slot that it moved it to. */
  technicianName: string | null;
  slotName: string | null;
  /** It was taken back since. */
  undone: boolean;
  /** The Idempotency-Key by which it can be taken back until then; null: it cannot. */
  key: string | null;
  until: Date | null;
};

/** As many are shown, of as many hours. */
const mostChanges = 20;
const shownHours = 24;

/** What follows from a change of a visit, as an order that is fulfilled, is no change of its own. */
const shown = eventNames.filter(
  (name) => name.startsWith('visit.') && events[name].label !== null && events[name].undo !== 'harmless',
);
const undoable = eventsThat(({ undo }) => undo === 'undoable');
const undoing = ['visit.undone', 'visit.withdrawn'];

type Row = Omit<OwnChange, 'until'> & { inTime: boolean };

/** The user's own last changes of visits, newest first; what took one back is shown with that one. */
export async function listOwnChanges(
  { sql }: Db,
  actor: Pick<Actor, 'userId' | 'operations'>,
  now: Date,
): Promise<OwnChange[]> {
  const rows = await sql<Row[]>`
    with own as materialized (
      select operation, version, name, at, visit_id, order_number, key, data from events
      where operation = any(${operationsOf(actor)}::text[]) and at > ${now}::timestamptz - make_interval(hours => ${shownHours})
        and actor_id = ${actor.userId} and visit_id is not null and name = any(${shown}::text[]) and name <> all(${undoing}::text[])
    ), commands as (
      select operation, min(version) as version, array_agg(distinct visit_id) as visit_ids, max(at) as last
      from own group by operation, coalesce(key, operation || version) order by max(at) desc limit ${sql.unsafe(String(mostChanges))}
    )
    select e.operation, e.version, e.name, e.at, c.visit_ids, k.name as client_name,
      case when e.data -> 'from' ->> 'technicianId' is distinct from e.data -> 'to' ->> 'technicianId'
        then (select name from technicians where id = (e.data -> 'to' ->> 'technicianId')::int) end as technician_name,
      (select name from slots where id = (e.data -> 'slotId' ->> 'to')::int) as slot_name,
      coalesce(n.name = any(${undoing}::text[]), false) as undone,
      case when e.name = any(${undoable}::text[]) and (e.name <> 'visit.created' or e.data ? 'undoable') and n.name is null then e.key end as key,
      e.at > ${now}::timestamptz - make_interval(secs => ${undoSeconds}) as in_time
    from commands c join own e on e.operation = c.operation and e.version = c.version
    left join orders w on w.number = e.order_number left join clients k on k.id = w.client_id
    left join lateral (
      select x.name from events x where x.visit_id = any(c.visit_ids) and x.version > e.version and x.operation = e.operation
        and (x.key is distinct from e.key or x.actor_id is distinct from ${actor.userId})
        and not x.name = any(${[...harmlessToUndo]}::text[]) order by x.version limit 1
    ) n on true
    order by c.last desc, e.version desc`;
  return rows.map(({ inTime, key, ...change }) => ({
    ...change,
    key: inTime ? key : null,
    until: inTime && key !== null ? new Date(change.at.getTime() + undoSeconds * 1_000) : null,
  }));
}
