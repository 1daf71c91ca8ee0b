import { type Actor, operationsOf } from '../../../machines/access/permissions.ts';
import type { EventData, EventName } from '../../../machines/events.ts';
import { gather } from '../../connection/gather.ts';
import type { Db } from '../../connection/open.ts';

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
export const listSettingEvents = async (
  db: Db,
  actor: Pick<Actor, 'operations'>,
  operation: string,
  name: SettingName,
): Promise<SettingEvent[]> =>
  operationsOf(actor).includes(operation) ? historyOf(db, { operation, name }) : [];

/** Of as many operations as ask at once, in one statement. */
const historyOf = gather(async (db: Db, asked: { operation: string; name: SettingName }[]) => {
  // The names stand here as constants so that the small index of these few events is used.
  const rows = await db.sql<(SettingEvent & { place: number })[]>`
    select a.place::int, e.* from unnest(${asked.map(({ operation }) => operation)}::text[],
      ${asked.map(({ name }) => name)}::text[]) with ordinality as a (operation, name, place)
    cross join lateral (
      select version, name, at, actor_name, data from events
      where operation = a.operation and name = a.name
        and name in ('slots.changed', 'zones.changed', 'priorities.changed', 'conversation.changed')
      order by version desc limit ${db.sql.unsafe(String(historyLength))}) e
    order by a.place, e.version desc`;
  const histories = asked.map((): SettingEvent[] => []);
  for (const { place, ...event } of rows) histories[place - 1]!.push(event);
  return histories;
});
