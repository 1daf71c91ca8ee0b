import { type Actor, operationsOf } from '../../../machines/access/permissions.ts';
import type { EventName } from '../../../machines/events.ts';
import { gather } from '../../connection/gather.ts';
import type { Db } from '../../connection/open.ts';
import type { Columns, events } from '../../schema/index.ts';

export type SettingName = Extract<
  EventName,
  | 'slots.changed'
  | 'zones.changed'
  | 'priorities.changed'
  | 'conversation.changed'
  | 'absences.changed'
  | 'skills.changed'
>;

/**
 * A change of an operation's slots, zones, priorities, conversation, absences or skills: name, values before and after,
 * author, time.
 */
export type SettingEvent = Columns<typeof events, 'version' | 'at' | 'actorName' | 'data'> & {
  name: SettingName;
};

/** An editor shows this many; older ones are kept. */
export const historyLength = 50;

export const listSettingEvents = async (
  db: Db,
  actor: Pick<Actor, 'operations'>,
  operation: string,
  name: SettingName,
): Promise<SettingEvent[]> =>
  !operationsOf(actor).includes(operation)
    ? []
    : name === 'absences.changed' || name === 'skills.changed'
      ? listCrewEvents(db, operation, name)
      : historyOf(db, { operation, name });

/** They have a small index of their own, which the constants name. */
const listCrewEvents = async (db: Db, operation: string, name: SettingName): Promise<SettingEvent[]> => [
  ...(await db.sql<SettingEvent[]>`
    select version, name, at, actor_name, data from events
    where operation = ${operation} and name = ${name} and name in ('absences.changed', 'skills.changed')
    order by version desc limit ${db.sql.unsafe(String(historyLength))}`),
];

/** One statement for all concurrent callers. */
const historyOf = gather(async (db: Db, requests: { operation: string; name: SettingName }[]) => {
  // The names are constants, so that the small index of these few events is used.
  const rows = await db.sql<(SettingEvent & { place: number })[]>`
    select a.place::int, e.* from unnest(${requests.map(({ operation }) => operation)}::text[],
      ${requests.map(({ name }) => name)}::text[]) with ordinality as a (operation, name, place)
    cross join lateral (
      select version, name, at, actor_name, data from events
      where operation = a.operation and name = a.name
        and name in ('slots.changed', 'zones.changed', 'priorities.changed', 'conversation.changed')
      order by version desc limit ${db.sql.unsafe(String(historyLength))}) e
    order by a.place, e.version desc`;
  const histories = requests.map((): SettingEvent[] => []);
  for (const { place, ...event } of rows) histories[place - 1]!.push(event);
  return histories;
});
