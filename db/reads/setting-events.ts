import type { EventData, EventName } from '../../machines/events.ts';
import { type Actor, operationsOf } from '../../machines/permissions.ts';
import type { Db } from '../open.ts';

export type SettingName = Extract<
  EventName,
  'slots.changed' | 'zones.changed' | 'priorities.changed' | 'conversation.changed'
>;

/** A change of an operation's slots, zones, priorities or conversation with its customers: what it was called, from what to what, who, when. */
export type SettingEvent = {
  version: number;
  name: SettingName;
  at: Date;
  actorName: string | null;
  data: EventData;
};

/** An editor shows this many; older ones stay in the record. */
export const historyLength = 50;

/** An editor's history, newest first. */
export async function listSettingEvents(
  db: Db,
  actor: Pick<Actor, 'operations'>,
  operation: string,
  name: SettingName,
): Promise<SettingEvent[]> {
  // The names stand here as constants so that the small index of these few events is used.
  return [
    ...(await db.sql<SettingEvent[]>`
      select version, name, at, actor_name, data from events
      where operation = ${operation} and operation = any(${operationsOf(actor)}::text[]) and name = ${name}
        and name in ('slots.changed', 'zones.changed', 'priorities.changed', 'conversation.changed')
      order by version desc limit ${db.sql.unsafe(String(historyLength))}`),
  ];
}
