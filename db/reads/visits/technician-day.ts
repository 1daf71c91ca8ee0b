import { eq } from 'drizzle-orm';
import type { Actor } from '../../../machines/access/permissions.ts';
import { operationsOf } from '../../../machines/access/permissions.ts';
import { today } from '../../../machines/calendar/slots.ts';
import type { Point } from '../../../machines/order/point.ts';
import { type ArrivalMode, defaultArrivalMode } from '../../../machines/visit/arrival.ts';
import type { Db } from '../../connection/open.ts';
import type { Query } from '../../connection/sql.ts';
import { typed } from '../../connection/typed.ts';
import { amongDays, amongOpen } from '../../months/settled.ts';
import { isOpenVisit } from '../../record/open-visits.ts';
import { visitFactColumns } from '../../record/visit-row.ts';
import {
  type Columns,
  operations as operationTable,
  type slots,
  type technicians,
  techniciansOnTheWay,
  type visits,
} from '../../schema/index.ts';
import { type Reach, reachColumns, type Unread, withReach } from './with-reach.ts';

/** A visit as a technician in the field needs it. */
export type FieldVisit = Columns<
  typeof visits,
  | 'id'
  | 'version'
  | 'operation'
  | 'day'
  | 'slotId'
  | 'orderNumber'
  | 'orderType'
  | 'symptomId'
  | 'clientId'
  | 'clientName'
  | 'nodeName'
  | 'tag'
  | 'technicianId'
  | 'statusId'
  | 'reasonId'
  | 'onTheWay'
  | 'delayed'
  | 'delayedWhileOnTheWay'
  | 'arrived'
  | 'runningLate'
  | 'detached'
  | 'finished'
  | 'cancelled'
  | 'rescheduled'
  | 'rescheduledPrevious'
  | 'rescheduledNext'
  | 'derivationType'
  | 'customerNotice'
  | 'rank'
  | 'overbooked'
> &
  Columns<typeof slots, 'fromHour' | 'toHour'> &
  Reach & {
    operationName: string;
    slotName: string;
    orderTypeName: string;
    address: string;
    location: string;
    /** Of its address; null: not known. */
    place: Point | null;
    telephone: string;
    zoneName: string | null;
    symptom: string | null;
    technicianName: string | null;
    reasonText: string | null;
    notes: string[];
    /** The customer has said so from the link. */
    atHome: boolean;
    /** How its operation uses 'Llegué'. */
    arrival: ArrivalMode;
  };

/** Limit of a group on screens and in the bot, the oldest first, with a notice that there are more (S1 §9). */
export const groupLimit = 15;

export type TechnicianDay = {
  day: string;
  assigned: FieldVisit[];
  assignedTotal: number;
  /** Unassigned visits of today that the technician may take. */
  timestripe: FieldVisit[];
  timestripeTotal: number;
  onTheWayVisitId: number | null;
};

/** The coordinates of an order `w`: its own, else its client's; null: neither is known. */
export const exactPlace = (sql: Query) => sql`(
  select json_build_object('lat', coalesce(w.lat, p.lat), 'lon', coalesce(w.lon, p.lon))
  from clients p where p.id = w.client_id and coalesce(w.lat, p.lat) is not null)`;

export const fieldVisitColumns = (sql: Query) => sql`
  v.id, v.version, v.operation, o.name as operation_name, v.day, v.slot_id, s.name as slot_name, s.from_hour, s.to_hour,
  v.order_number, v.order_type, v.symptom_id, t.text as order_type_name, v.client_id, v.client_name,
  coalesce(nullif(v.client_address, ''), nullif(w.address, ''), (select address from clients where id = w.client_id), '') as address,
  coalesce(nullif(w.location, ''), (select location from clients where id = w.client_id), '') as location,
  ${exactPlace(sql)} as place,
  coalesce(nullif(w.telephone, ''), (select telephone from clients where id = w.client_id), '') as telephone,
  ${reachColumns(sql)},
  v.node_name, v.tag, z.name as zone_name, y.text as symptom, e.name as technician_name, r.text as reason_text,
  ${visitFactColumns(sql)}, v.at_home_at is not null as at_home, v.rescheduled_previous, v.rescheduled_next, v.derivation_type, v.customer_notice, v.rank, v.overbooked,
  array(select n.text from visit_notes n where n.visit_id = v.id order by n.id) as notes,
  coalesce((select x.arrival from conversations x where x.operation = v.operation), ${defaultArrivalMode}) as arrival`;

/** Deleted zones: closed visits keep the name, open ones have none. */
const joinedToVisits = (sql: Query, orders = sql`orders w on w.number = v.order_number`) => sql`
  join operations o on o.code = v.operation join slots s on s.id = v.slot_id
  join order_types t on t.value = v.order_type join ${orders}
  left join zones z on z.id = v.zone_id and (z.deleted_at is null or v.closed_at is not null) left join symptoms y on y.id = v.symptom_id
  left join technicians e on e.id = v.technician_id left join reasons r on r.value = v.reason_id`;

export const fieldVisitTables = (sql: Query) => sql`visits v ${joinedToVisits(sql)}`;

/**
 * A technician's visits in two groups (S1 §2 'index_tecnico', contract §4): the assigned ones of today and
 * open ones of older days, and today's unassigned ones of the technician's operations, oldest slot first. The
 * visit on the way is first, whatever its day: only closing it frees its technician. `limit` cuts each group;
 * default all. `assignedOnly` leaves the second group empty, unread.
 */
export async function readTechnicianDay(
  db: Db,
  technicianId: number,
  operations: string[],
  options: { includeFinished: boolean; now: Date; limit?: number; assignedOnly?: boolean },
): Promise<TechnicianDay> {
  const { sql } = db;
  const day = today(options.now);
  const open = isOpenVisit(sql);
  // Written so that no index matches: the technicians' index holds the unassigned visits of all operations.
  const unassigned = sql`coalesce(v.technician_id, 0) = 0`;
  // The ids first, by each group's index. The limit is a literal: a generic plan assumes a tenth of all rows.
  // `offset 0`: lookups one by one, where a joint plan would read all visits and orders.
  const limit =
    options.limit === undefined ? sql`` : sql`limit ${sql.unsafe(String(Math.trunc(options.limit)))}`;
  const shown = (condition: ReturnType<typeof sql>) => sql<(Unread<FieldVisit> & { total: number })[]>`
    with found as materialized (${condition})
    select ${fieldVisitColumns(sql)}, f.total from (
      select f.id, count(*) over ()::int as total from found f join slots s on s.id = f.slot_id
      order by f.on_the_way desc, f.day, s.from_hour, s.to_hour, coalesce(f.rank, f.id), f.id ${limit}
    ) f join lateral (select * from visits where id = f.id offset 0) v on true
    ${joinedToVisits(sql, sql`lateral (select * from orders where number = v.order_number offset 0) w on true`)}
    order by v.on_the_way desc, v.day, s.from_hour, s.to_hour, coalesce(v.rank, v.id), v.id`;
  const [assigned, free] = await Promise.all([
    shown(sql`
      select v.id, v.day, v.slot_id, v.on_the_way, v.rank from visits v
      where v.technician_id = ${technicianId} and v.operation = any(${operations}::text[])
        and ${open} and (v.day <= ${day} or v.on_the_way) and ${amongOpen(db)}
      ${
        options.includeFinished
          ? sql`union all select v.id, v.day, v.slot_id, v.on_the_way, v.rank from visits v
              where v.technician_id = ${technicianId} and v.operation = any(${operations}::text[])
                and not (${open}) and v.day = ${day} and ${amongDays(db, day, day)}`
          : sql``
      }`),
    options.assignedOnly
      ? []
      : shown(sql`
      select v.id, v.day, v.slot_id, v.on_the_way, v.rank from visits v
      where v.operation = any(${operations}::text[]) and v.day = ${day} and ${open}
        and ${unassigned} and ${amongDays(db, day, day)}`),
  ]);
  const onTheWayVisitId = await findCurrentVisit(db, technicianId);
  return {
    day,
    assigned: assigned.map(({ total: _, ...visit }) => withReach(db, visit)),
    assignedTotal: assigned[0]?.total ?? 0,
    timestripe: free.map(({ total: _, ...visit }) => withReach(db, visit)),
    timestripeTotal: free[0]?.total ?? 0,
    onTheWayVisitId,
  };
}

/** The visit for which a technician is on the way; null: none. */
export async function findCurrentVisit({ sql }: Db, technicianId: number): Promise<number | null> {
  const [row] = await typed(sql)
    .select({ id: techniciansOnTheWay.visitId })
    .from(techniciansOnTheWay)
    .where(eq(techniciansOnTheWay.technicianId, technicianId));
  return row?.id ?? null;
}

/** One visit within the actor's operations, for the technician's page and the dialogs. */
export async function findFieldVisit(
  db: Db,
  actor: Pick<Actor, 'operations'>,
  id: number,
): Promise<FieldVisit | undefined> {
  const { sql } = db;
  const [visit] = await sql<Unread<FieldVisit>[]>`
    select ${fieldVisitColumns(sql)} from ${fieldVisitTables(sql)} where v.id = ${id} and v.operation = any(${operationsOf(actor)}::text[])`;
  return visit && withReach(db, visit);
}

/** Operations whose technicians may use 'Voy en camino' (S1 §7 subsidiary/allowed). */
export async function listDepartureOperations(db: Db): Promise<string[]> {
  const rows = await typed(db.sql)
    .select({ code: operationTable.code })
    .from(operationTable)
    .where(eq(operationTable.onTheWayAllowed, true))
    .orderBy(operationTable.code);
  return rows.map(({ code }) => code);
}

type FoundTechnician = Columns<typeof technicians, 'id' | 'name'> & { operations: string[] };

/** The technician of this id, if they share an operation with the actor; undefined otherwise. */
export async function findTechnician(
  db: Db,
  actor: Pick<Actor, 'operations'>,
  technicianId: number,
): Promise<FoundTechnician | undefined> {
  const [row] = await db.sql<FoundTechnician[]>`
    select t.id, t.name,
      array(select operation::text from user_operations where user_id = t.user_id order by position, operation) as operations
    from technicians t where t.id = ${technicianId} and exists (
      select 1 from user_operations u where u.user_id = t.user_id and u.operation = any(${operationsOf(actor)}::text[]))`;
  return row;
}

/** A technician by username or full name, within the actor's operations (S1 §2 index_tecnico_params). */
export async function findTechnicianByName(db: Db, actor: Pick<Actor, 'operations'>, name: string) {
  const [row] = await db.sql<Columns<typeof technicians, 'id'>[]>`
    select t.id from technicians t join users u on u.id = t.user_id
    where u.username = lower(${name}) or t.name = ${name} order by u.username = lower(${name}) desc, t.id limit 1`;
  return row && findTechnician(db, actor, row.id);
}
