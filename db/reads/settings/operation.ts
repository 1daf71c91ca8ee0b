import type { Db } from '../../connection/open.ts';

export type Operation = { code: string; name: string; onTheWayAllowed: boolean };
export type Zone = { id: number; name: string; operation: string };
export type Slot = {
  id: number;
  operation: string;
  name: string;
  fromHour: number;
  toHour: number;
  enabled: boolean;
};

/** The operations of these codes, in the given order. */
export async function listOperations(db: Db, codes: string[]): Promise<Operation[]> {
  const rows = await db.sql<Operation[]>`
    select code, name, on_the_way_allowed from operations where code = any(${codes}::text[])`;
  return codes.flatMap((code) => rows.find((row) => row.code === code) ?? []);
}

export const listZones = async (db: Db, operations: string[]): Promise<Zone[]> => [
  ...(await db.sql<Zone[]>`
    select id, name, operation from zones where operation = any(${operations}::text[]) and deleted_at is null
    order by operation, name`),
];

/** Every slot, also disabled and deleted ones, marked not enabled: visits of older days may reference them. */
export const listSlots = async (db: Db, operations: string[]): Promise<Slot[]> => [
  ...(await db.sql<Slot[]>`
    select id, operation, name, from_hour, to_hour, enabled from slots
    where operation = any(${operations}::text[]) order by operation, from_hour, to_hour, id`),
];

/**
 * What an operation's boards name by id: technicians (also past ones of its visits), symptoms, reasons, order types.
 */
export async function readBoardNames(db: Db, operation: string) {
  const { sql } = db;
  const [technicians, symptoms, reasons, orderTypes] = await Promise.all([
    sql<{ id: number; name: string }[]>`
      select t.id, t.name from technicians t join user_operations o on o.user_id = t.user_id and o.operation = ${operation}
      order by t.name`,
    sql<{ id: number; text: string }[]>`select id, text from symptoms order by id`,
    sql<{ value: number; text: string }[]>`select value, text from reasons order by value`,
    sql<{ value: number; text: string }[]>`select value, text from order_types order by text`,
  ]);
  return {
    technicians: [...technicians],
    symptoms: [...symptoms],
    reasons: [...reasons],
    orderTypes: [...orderTypes],
  };
}

export type BoardNames = Awaited<ReturnType<typeof readBoardNames>>;
