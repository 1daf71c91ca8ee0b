import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Capacity } from '../../../machines/calendar/capacity.ts';
import type { Db } from '../../connection/open.ts';
import { anyOf, typed } from '../../connection/typed.ts';
import {
  type Columns,
  operations as operationTable,
  orderTypes as orderTypeTable,
  reasons as reasonTable,
  slots,
  symptoms as symptomTable,
  technicians as technicianTable,
  userOperations,
  zones,
} from '../../schema/index.ts';

export type Operation = Columns<typeof operationTable, 'code' | 'name' | 'onTheWayAllowed'>;
export type Zone = Columns<typeof zones, 'id' | 'name' | 'operation'>;
export type Slot = Columns<typeof slots, 'id' | 'operation' | 'name' | 'fromHour' | 'toHour' | 'enabled'> &
  Capacity;

/** The operations of these codes, in the given order. */
export async function listOperations(db: Db, codes: string[]): Promise<Operation[]> {
  const rows = await typed(db.sql)
    .select({
      code: operationTable.code,
      name: operationTable.name,
      onTheWayAllowed: operationTable.onTheWayAllowed,
    })
    .from(operationTable)
    .where(anyOf(operationTable.code, codes));
  return codes.flatMap((code) => rows.find((row) => row.code === code) ?? []);
}

export const listZones = async (db: Db, operations: string[]): Promise<Zone[]> =>
  typed(db.sql)
    .select({ id: zones.id, name: zones.name, operation: zones.operation })
    .from(zones)
    .where(and(anyOf(zones.operation, operations), isNull(zones.deletedAt)))
    .orderBy(zones.operation, zones.name);

/** Every zone of an operation, also deleted ones, marked so: closed visits keep their names. */
export const listAllZones = async (db: Db, operation: string) =>
  typed(db.sql)
    .select({ id: zones.id, name: zones.name, deleted: sql<boolean>`${zones.deletedAt} is not null` })
    .from(zones)
    .where(eq(zones.operation, operation));

/** Every slot, also disabled and deleted ones, marked not enabled: visits of older days may reference them. */
export const listSlots = async (db: Db, operations: string[]): Promise<Slot[]> =>
  typed(db.sql)
    .select(slotColumns)
    .from(slots)
    .where(anyOf(slots.operation, operations))
    .orderBy(slots.operation, slots.fromHour, slots.toHour, slots.id);

/** A slot as screens show it. */
export const slotColumns = {
  id: slots.id,
  operation: slots.operation,
  name: slots.name,
  fromHour: slots.fromHour,
  toHour: slots.toHour,
  enabled: slots.enabled,
  capacity: slots.capacity,
  capacityByWeekday: slots.capacityByWeekday,
  capacityOfDays: sql<Record<string, number>>`(
    select coalesce(json_object_agg(e.day, e.capacity order by e.day), '{}') from slot_day_capacities e
    where e.slot_id = slots.id and e.day >= current_date - 400)`,
};

/**
 * What an operation's boards name by id: technicians (also past ones of its visits), symptoms, reasons, order types.
 */
export async function readBoardNames(db: Db, operation: string) {
  const record = typed(db.sql);
  const [technicians, symptoms, reasons, types] = await Promise.all([
    record
      .select({ id: technicianTable.id, name: technicianTable.name })
      .from(technicianTable)
      .innerJoin(
        userOperations,
        and(eq(userOperations.userId, technicianTable.userId), eq(userOperations.operation, operation)),
      )
      .orderBy(technicianTable.name),
    record
      .select({ id: symptomTable.id, text: symptomTable.text, mergedInto: symptomTable.mergedInto })
      .from(symptomTable)
      .orderBy(symptomTable.id),
    record
      .select({ value: reasonTable.value, text: reasonTable.text })
      .from(reasonTable)
      .orderBy(reasonTable.value),
    record
      .select({
        value: orderTypeTable.value,
        text: orderTypeTable.text,
        mergedInto: orderTypeTable.mergedInto,
      })
      .from(orderTypeTable)
      .orderBy(orderTypeTable.text),
  ]);
  const isOwn = ({ mergedInto }: { mergedInto: number | null }) => mergedInto === null;
  return {
    technicians,
    symptoms: symptoms.filter(isOwn).map(({ id, text }) => ({ id, text })),
    reasons,
    orderTypes: types.filter(isOwn).map(({ value, text }) => ({ value, text })),
    /** Offered nowhere: old visits of an order that has another since may still have them. */
    merged: {
      symptoms: symptoms.filter((row) => !isOwn(row)).map(({ id, text }) => ({ id, text })),
      orderTypes: types.filter((row) => !isOwn(row)).map(({ value, text }) => ({ value, text })),
    },
  };
}

export type BoardNames = Awaited<ReturnType<typeof readBoardNames>>;
