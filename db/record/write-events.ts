import type { EventData, EventName } from '../../machines/events.ts';
import { events, holdSeconds } from '../../machines/events.ts';
import { noticeKey, type Template, templates } from '../../machines/notice/templates.ts';
import type { Fragment, Query } from '../connection/sql.ts';
import type { CalendarRow } from '../reads/visits/calendar-row.ts';

/**
 * A message decided with an event (contract §6). `userId`: the recipient; absent: given by the template's audience;
 * `again`: beside those of the template that the visit had, as a user asked.
 */
export type NewNotice = { template: Template; userId?: number | null; again?: true };

/** An event about to be written, without the operation's version. */
export type NewEvent = {
  operation: string;
  name: EventName;
  visitId?: number | null;
  orderNumber?: string | null;
  technicianId?: number | null;
  data?: EventData;
  /**
   * Messages that the table of events allows for it, and the visit's version after it. `atOnce`: of an undoable event
   * that its sender cannot undo, so that they do not wait.
   */
  notices?: { list: NewNotice[]; visitVersion: number; atOnce?: boolean };
};

/**
 * What all events of one command have in common. `at`: when it took place; `reportedAt`: when it was reported, where
 * that was later; `key`: its Idempotency-Key.
 */
export type Author = {
  userId: number;
  fullName: string;
  at: Date;
  reportedAt: Date | null;
  key: string | null;
  requestId: string | null;
};

/** `row`: null where no board of this process shows the visit, or no visit was changed by the statement. */
export type Written = { version: number; row: CalendarRow | null };

/** The answer that a command keeps with its events, for a repeated key. */
export type KeptAnswer = { command: string; inputHash: string; answer: unknown };

/**
 * One statement for the events of one operation: its next versions, the events, the outbox, the messages and,
 * for a command of a single statement, the visit's change before and the kept answer after them. With
 * `change` nothing is written unless it finds its visit.
 * @returns the operation's version after the last event, and what boards show of the changed visit; undefined: `change`
 * found nothing
 */
export async function writeEvents(
  sql: Query,
  author: Author,
  operation: string,
  list: NewEvent[],
  more: { change?: Fragment; keep?: KeptAnswer } = {},
): Promise<Written | undefined> {
  const { change, keep } = more;
  const rows = list.map(({ name, visitId, orderNumber, technicianId, data }, turn) => ({
    turn,
    name,
    visit_id: visitId ?? null,
    order_number: orderNumber ?? null,
    technician_id: technicianId ?? null,
    data: data ?? {},
  }));
  const notices = list.flatMap(noticesOf);
  const [row] = await sql<Written[]>`
    with ${change ? sql`changed as (${change}),` : sql``} op as (
      update operations set version = version + ${rows.length}
      where code = ${operation} ${change ? sql`and exists (select 1 from changed)` : sql``} returning version
    ), happened as materialized (
      select e.*, op.version - ${rows.length} + 1 + e.turn as version
      from op, jsonb_to_recordset(${sql.json(rows as never)}) as e (turn int, name text, visit_id int, order_number text, technician_id int, data jsonb)
    ), written as (
      insert into events (operation, version, name, visit_id, order_number, technician_id, actor_id, actor_name, key, at, reported_at, data)
      select ${operation}, version, name, visit_id, order_number, technician_id, ${author.userId || null}::int, ${author.fullName}::text,
        ${author.key}::text, ${author.at}::timestamptz, ${author.reportedAt}::timestamptz, data from happened order by version
    ), boxed as (
      insert into outbox (operation, version, name, visit_id, request_id)
      select ${operation}, version, name, visit_id, ${author.requestId}::text from happened order by version
    )
    ${
      notices.length === 0
        ? sql``
        : sql`, noticed as (
      insert into notices (key, visit_id, operation, audience, user_id, template, not_before)
      select n.key, n.visit_id, ${operation}, n.audience, n.user_id, n.template, now() + make_interval(secs => n.hold)
      from op, jsonb_to_recordset(${sql.json(notices)}) as n (key text, visit_id int, audience text, user_id int, template text, hold int)
      on conflict (key) do nothing
    )`
    }
    ${
      keep === undefined
        ? sql``
        : sql`, kept as (
      insert into idempotency_keys (user_id, key, command, input_hash, answer)
      select ${author.userId}::int, ${author.key}, ${keep.command}, ${keep.inputHash}, ${JSON.stringify(keep.answer)}::text::json from op
    )`
    }
    select version, ${change ? sql`(select row from changed)` : sql`null::json`} as row from op`;
  return row;
}

/** The rows of an event's messages. Those of an undoable change wait as long as it can be undone. */
function noticesOf({ name, visitId, notices }: NewEvent) {
  return (notices?.list ?? []).map(({ template, userId, again }) => {
    const { notices: expected, undo } = events[name];
    if (!(expected as readonly Template[]).includes(template))
      throw new Error(`the table of events does not name ${template} for ${name}`);
    return {
      key: noticeKey(template, visitId!, notices!.visitVersion, again),
      visit_id: visitId!,
      audience: templates[template].audience,
      user_id: userId ?? null,
      template,
      hold: undo === 'undoable' && !notices!.atOnce ? holdSeconds : 0,
    };
  });
}

/** Whether one of these messages is for the visit's customer: the visit shows that it waits. */
export const notifiesCustomer = (notices: NewNotice[]): boolean =>
  notices.some(({ template }) => templates[template].audience === 'customer');
