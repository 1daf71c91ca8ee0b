import { and, eq, isNull, or } from 'drizzle-orm';
import { type Actor, operationsOf } from '../../../machines/access/permissions.ts';
import { today } from '../../../machines/calendar/slots.ts';
import { type ConversationSettings, noConversation } from '../../../machines/customer/conversation.ts';
import { defaultArrivalMode } from '../../../machines/visit/arrival.ts';
import { gather } from '../../connection/gather.ts';
import type { Db } from '../../connection/open.ts';
import { anyOf, typed } from '../../connection/typed.ts';
import { amongOpen } from '../../months/settled.ts';
import { isOpenVisit } from '../../record/open-visits.ts';
import {
  type Columns,
  type conversations,
  nodes,
  type priorities,
  type slotDays,
  slots,
  type visits,
  type zones,
} from '../../schema/index.ts';
import { type Slot, slotColumns, type Zone } from './operation.ts';

/** Settings for the editors, each with its version (S2 §2, §3). */
export type SettingSlot = Slot & Columns<typeof slots, 'version'>;
export type SettingPriority = Columns<
  typeof priorities,
  'operation' | 'symptomId' | 'priority' | 'version'
> & {
  /** Null: never set in the operation. */
  id: number | null;
  symptom: string;
};
export type NodeName = Columns<typeof nodes, 'id' | 'name'>;
export type SettingZone = Zone & Columns<typeof zones, 'version'> & { nodes: NodeName[] };

export type SettingConversation = ConversationSettings &
  Columns<typeof conversations, 'operation' | 'version'>;

type One = { id?: number };

/** The slots of these operations, without deleted ones. */
export const listSettingSlots = async (
  db: Db,
  operations: string[],
  { id }: One = {},
): Promise<SettingSlot[]> =>
  typed(db.sql)
    .select({ ...slotColumns, version: slots.version })
    .from(slots)
    .where(
      and(
        anyOf(slots.operation, operations),
        isNull(slots.deletedAt),
        id === undefined ? undefined : eq(slots.id, id),
      ),
    )
    .orderBy(slots.operation, slots.fromHour, slots.toHour, slots.id);

/** Every symptom in each of these operations; 0 where never set. */
export const listPriorities = async (
  db: Db,
  operations: string[],
  { id }: One = {},
): Promise<SettingPriority[]> => [
  ...(await db.sql<SettingPriority[]>`
    select p.id, o.code as operation, y.id as symptom_id, y.text as symptom, coalesce(p.priority, 0) as priority,
      coalesce(p.version, 1) as version
    from operations o cross join symptoms y
    left join priorities p on p.operation = o.code and p.symptom_id = y.id
    where o.code = any(${operations}::text[]) and y.merged_into is null
      ${id === undefined ? db.sql`` : db.sql`and p.id = ${id}`}
    order by o.code, y.text, y.id`),
];

export const listSettingZones = async (
  db: Db,
  operations: string[],
  { id }: One = {},
): Promise<SettingZone[]> => [
  ...(await db.sql<SettingZone[]>`
    select z.id, z.name, z.operation, z.version,
      coalesce((select json_agg(json_build_object('id', n.id, 'name', n.name) order by n.name) from nodes n
        where n.zone_id = z.id), '[]') as nodes
    from zones z where z.operation = any(${operations}::text[]) and z.deleted_at is null
      ${id === undefined ? db.sql`` : db.sql`and z.id = ${id}`} order by z.operation, z.name`),
];

/** The nodes that a zone may have: unassigned ones, and its own. */
export const listZoneNodes = async (
  db: Db,
  operations: string[],
  zoneId: number | null,
): Promise<Columns<typeof nodes, 'id' | 'name' | 'operation'>[]> =>
  typed(db.sql)
    .select({ id: nodes.id, name: nodes.name, operation: nodes.operation })
    .from(nodes)
    .where(
      and(
        anyOf(nodes.operation, operations),
        isNull(nodes.mergedInto),
        or(isNull(nodes.zoneId), eq(nodes.zoneId, zoneId ?? 0)),
      ),
    )
    .orderBy(nodes.operation, nodes.name);

type Reach = Pick<Actor, 'operations'>;

/** A slot of the actor's operations; undefined: not found or not theirs. */
export const findSettingSlot = async (db: Db, actor: Reach, id: number): Promise<SettingSlot | undefined> =>
  (await listSettingSlots(db, operationsOf(actor), { id }))[0];
export const findSettingZone = async (db: Db, actor: Reach, id: number): Promise<SettingZone | undefined> =>
  (await listSettingZones(db, operationsOf(actor), { id }))[0];
export const findPriority = async (db: Db, actor: Reach, id: number): Promise<SettingPriority | undefined> =>
  (await listPriorities(db, operationsOf(actor), { id }))[0];

/** The conversation settings of these operations; off where never set. */
export const listConversations = async (db: Db, operations: string[]): Promise<SettingConversation[]> => [
  ...(await db.sql<SettingConversation[]>`
    select o.code as operation, coalesce(c.reminder, false) as reminder, coalesce(c.replies, false) as replies,
      coalesce(c.question, false) as question, coalesce(c.notice_hours, ${noConversation.noticeHours}) as notice_hours,
      coalesce(c.changes, ${noConversation.changes}) as changes,
      coalesce(c.late, false) as late, coalesce(c.arrival, ${defaultArrivalMode}) as arrival,
      coalesce(c.company, '') as company, coalesce(c.telephone, '') as telephone, coalesce(c.country, '') as country, coalesce(c.area_code, '') as area_code,
      coalesce(c.surname_first, false) as surname_first, coalesce(c.logo, '') as logo, coalesce(c.version, 1) as version
    from operations o left join conversations c on c.operation = o.code
    where o.code = any(${operations}::text[]) order by o.code`),
];

type OpenVisits = {
  bySlot: Record<number, number>;
  byZone: Record<number, number>;
  /** By slot, the day from today on with the most visits that hold a place. */
  busiest: Record<number, Columns<typeof slotDays, 'day' | 'taken'>>;
};

/** The number of open visits by slot and by zone, and how full each slot gets. */
export const countOpenVisits: (db: Db, operation: string) => Promise<OpenVisits> = gather(
  async (db: Db, operations: string[]) => {
    type Row = Columns<typeof visits, 'operation' | 'slotId' | 'zoneId'> & { count: number };
    const rows = await db.sql<Row[]>`
      select operation, slot_id, zone_id, count(*)::int as count from visits v
      where operation = any(${[...new Set(operations)]}::text[]) and ${amongOpen(db)}
        and ${isOpenVisit(db.sql)} group by operation, slot_id, zone_id`;
    type Busiest = Columns<typeof slotDays, 'operation' | 'slotId' | 'day' | 'taken'>;
    const busiest = await db.sql<Busiest[]>`
      select distinct on (operation, slot_id) operation, slot_id, day, taken from slot_days
      where operation = any(${[...new Set(operations)]}::text[]) and day >= ${today(new Date())} and taken > 0
      order by operation, slot_id, taken desc, day`;
    return operations.map((operation) => {
      const counted: OpenVisits = { bySlot: {}, byZone: {}, busiest: {} };
      for (const { slotId, day, taken } of busiest.filter((row) => row.operation === operation))
        counted.busiest[slotId] = { day, taken };
      const { bySlot, byZone } = counted;
      for (const { slotId, zoneId, count } of rows.filter((row) => row.operation === operation)) {
        bySlot[slotId] = (bySlot[slotId] ?? 0) + count;
        if (zoneId !== null) byZone[zoneId] = (byZone[zoneId] ?? 0) + count;
      }
      return counted;
    });
  },
);
