import postgres from 'postgres';
import type { VisitFacts } from '../../machines/visit/facts.ts';
import type { Query } from '../connection/sql.ts';

/** A visit as a command needs it: its facts, its place, and its operation's settings. */
export type VisitRow = VisitFacts & {
  id: number;
  version: number;
  operation: string;
  day: string;
  slotId: number;
  slotName: string;
  fromHour: number;
  toHour: number;
  orderNumber: string;
  orderType: number;
  symptomId: number | null;
  clientId: string;
  clientName: string;
  assignedAt: Date | null;
  postponedAt: Date | null;
  derivationType: number | null;
  lateSchedule: boolean;
  overbooked: boolean;
  rank: number | null;
};

/** Exhaustive: the columns of `VisitFacts`. */
const factColumns: Record<keyof VisitFacts, true> = {
  technicianId: true,
  statusId: true,
  reasonId: true,
  onTheWay: true,
  delayed: true,
  delayedWhileOnTheWay: true,
  arrived: true,
  runningLate: true,
  finished: true,
  cancelled: true,
  rescheduled: true,
  detached: true,
};
const facts = Object.keys(factColumns)
  .map((column) => `v.${postgres.fromCamel(column)}`)
  .join(', ');

/** SQL of the columns of a visit `v` that the machine decides upon: a new one is read wherever a visit is. */
export const visitFactColumns = (sql: Query) => sql.unsafe(facts);

/** SQL of a `VisitRow`'s columns, from a visit `v` and its slot `s`. */
export const visitRowColumns = (sql: Query) => sql`
  v.id, v.version, v.operation, v.day, v.slot_id, s.name as slot_name, s.from_hour, s.to_hour,
  v.order_number, v.order_type, v.symptom_id, v.client_id, v.client_name, ${visitFactColumns(sql)},
  v.assigned_at, v.postponed_at, v.derivation_type, v.late_schedule, v.overbooked, v.rank`;

/** Locks several visits in the order of their ids: concurrent locks never deadlock. */
export async function lockVisits(tx: Query, ids: number[], operations: string[]): Promise<VisitRow[]> {
  return [
    ...(await tx<VisitRow[]>`
      select ${visitRowColumns(tx)} from visits v join slots s on s.id = v.slot_id
      where v.id = any(${ids}::int[]) and v.operation = any(${operations}::text[]) order by v.id for update of v`),
  ];
}

/** A visit within the actor's operations as it is now, without a lock; undefined: not found or not theirs. */
export async function findVisit(sql: Query, id: number, operations: string[]): Promise<VisitRow | undefined> {
  const [row] = await sql<VisitRow[]>`
    select ${visitRowColumns(sql)} from visits v join slots s on s.id = v.slot_id
    where v.id = ${id} and v.operation = any(${operations}::text[])`;
  return row;
}

/** Locks a visit within the actor's operations for the transaction; undefined: not found or not theirs. */
export async function lockVisit(tx: Query, id: number, operations: string[]): Promise<VisitRow | undefined> {
  const [row] = await tx<VisitRow[]>`
    select ${visitRowColumns(tx)} from visits v join slots s on s.id = v.slot_id
    where v.id = ${id} and v.operation = any(${operations}::text[]) for update of v`;
  return row;
}
