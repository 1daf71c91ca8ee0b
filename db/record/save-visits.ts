import { getTableColumns } from 'drizzle-orm';
import type { VisitChange } from '../../machines/visit/facts.ts';
import type { Fragment, Query } from '../connection/sql.ts';
import { type CalendarRow, calendarRow } from '../reads/visits/calendar-row.ts';
import { visits } from '../schema/visits.ts';

// The only file that updates visits, apart from the seed's copy of whole rows.

const columns = getTableColumns(visits);

/**
 * SQL of one visit's change and its next version, on condition that it still has the version that was decided
 * upon. Returns the visit's id, and as `row` what boards show of it if they do; no row: it was changed in between.
 */
export const updateVisitOf = (
  sql: Query,
  { id, version }: { id: number; version: number },
  change: VisitChange,
  shown: boolean,
) =>
  sql`update visits v set version = version + 1 ${assignments(sql, change)} where id = ${id} and version = ${version} returning id ${shownRow(sql, shown)}`;

/** Null where no board of this process shows it. */
const shownRow = (sql: Query, shown: boolean) => sql`, ${shown ? calendarRow(sql) : sql`null::json`} as row`;

/**
 * Each visit's change and next version. The caller has locked the visits. Those above a slot's capacity come last, so
 * that the others take the places that there are.
 * @param shown whether boards of this process show them
 * @returns then what they show of each, by id
 */
export async function updateVisits(
  sql: Query,
  changes: Map<number, VisitChange>,
  shown: boolean,
): Promise<Map<number, CalendarRow>> {
  const alike = new Map<string, [number, VisitChange][]>();
  for (const entry of changes) {
    const key = `${entry[1].overbooked ?? false}.${Object.keys(entry[1]).join()}`;
    alike.set(key, [...(alike.get(key) ?? []), entry]);
  }
  const groups = [...alike].sort(([a], [b]) => Number(a.startsWith('true')) - Number(b.startsWith('true')));
  const rows = new Map<number, CalendarRow>();
  for (const [, group] of groups)
    for (const { id, row } of await updateAlike(sql, group, shown)) if (row) rows.set(id, row);
  return rows;
}

type Updated = { id: number; row: CalendarRow | null };

/** Visits whose changes have the same columns: one statement, which reads each id in its month only. */
async function updateAlike(sql: Query, group: [number, VisitChange][], shown: boolean): Promise<Updated[]> {
  const [first, ...others] = group;
  const ids = group.map(([id]) => id);
  const changed = Object.keys(first![1]) as (keyof VisitChange)[];
  if (others.length === 0)
    return sql<Updated[]>`
      update visits v set version = version + 1 ${assignments(sql, first![1])} where id = ${ids[0]!} returning id ${shownRow(sql, shown)}`;
  const values = changed.map((column) => sql`, ${group.map(([, change]) => asText(change[column]))}::text[]`);
  const names = changed.map((column) => sql`, ${sql(column)}`);
  const set = changed.map(
    (column) => sql`, ${sql(column)} = n.${sql(column)}::${sql.unsafe(columns[column].getSQLType())}`,
  );
  return sql<Updated[]>`
    update visits v set version = v.version + 1 ${all(sql, set)} from unnest(${ids}::int[] ${all(sql, values)}) n (id ${all(sql, names)}) where v.id = n.id
    returning v.id ${shownRow(sql, shown)}`;
}

const assignments = (sql: Query, change: VisitChange) =>
  all(
    sql,
    Object.entries(change).map(([column, value]) => sql`, ${sql(column)} = ${value as never}`),
  );

/** Concatenates parts of a statement; postgres.js takes an empty list for a value. */
const all = (sql: Query, parts: Fragment[]) => (parts.length === 0 ? sql`` : parts);

/** A value as PostgreSQL parses it from text. */
function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  return String(value);
}

/** @returns the new visit's id */
export async function insertVisit(sql: Query, row: typeof visits.$inferInsert): Promise<number> {
  const [visit] = await sql<{ id: number }[]>`insert into visits ${sql(row as never)} returning id`;
  return visit!.id;
}

/** What the successor of a rescheduled visit does not copy from it. */
export type NextVisit = {
  id: number;
  previousId: number;
  overbooked: boolean;
  change: VisitChange;
};

/** The successors of rescheduled visits, all on one day and slot. In this order: those that have a place take it first. */
export async function insertNextVisits(
  sql: Query,
  next: NextVisit[],
  all: { day: string; slotId: number; creatorId: number | null; createdAt: Date; customerChanges: 0 | 1 },
): Promise<void> {
  const texts = (column: keyof VisitChange) => next.map(({ change }) => asText(change[column]));
  await sql`
    insert into visits (id, operation, day, slot_id, zone_id, order_number, order_type, client_id, client_name, client_address,
      node_name, tag, symptom_id, priority, rescheduled_previous, customer_changes, creator_id, created_at,
      technician_id, assigned_at, detached_by, detached_comments, customer_notice, overbooked)
    select n.id, v.operation, ${all.day}, ${all.slotId},
      (select z.id from zones z where z.id = v.zone_id and z.deleted_at is null), v.order_number, v.order_type, v.client_id,
      v.client_name, v.client_address, v.node_name, v.tag, v.symptom_id, v.priority, v.id,
      v.customer_changes + ${all.customerChanges}::int, ${all.creatorId}::int, ${all.createdAt},
      n.technician_id::int, n.assigned_at::timestamptz, n.detached_by, n.detached_comments, n.customer_notice, n.overbooked::bool
    from unnest(${next.map(({ id }) => id)}::int[], ${next.map(({ previousId }) => previousId)}::int[], ${texts('technicianId')}::text[],
      ${texts('assignedAt')}::text[], ${texts('detachedBy')}::text[], ${texts('detachedComments')}::text[], ${texts('customerNotice')}::text[],
      ${next.map(({ overbooked }) => String(overbooked))}::text[]) with ordinality
      n (id, previous_id, technician_id, assigned_at, detached_by, detached_comments, customer_notice, overbooked, turn)
    join visits v on v.id = n.previous_id order by n.turn`;
}

/** Deletes personal data of these visits; the version stays, for their life does not change. */
export async function forgetVisits(sql: Query, ids: number[], forgottenName: string): Promise<void> {
  // The join passes ids one by one, so that each is looked up in its month only.
  await sql`
    update visits v set client_name = ${forgottenName}, client_address = '', tag = '', signature = null, signature_name = null,
      extra_comments = null, material_comments = null, labor_comments = null, detached_comments = null, reschedule_comments = null
    from unnest(${ids}::int[]) f (id) where v.id = f.id`;
}

/**
 * Gives visits the name of a catalogue into which theirs was merged, or back; the version stays, for their life does
 * not change. The caller has locked them.
 */
export async function renameVisits(
  sql: Query,
  ids: number[],
  column: 'symptom_id' | 'node_name' | 'order_type',
  value: number | string,
): Promise<void> {
  await sql`
    update visits v set ${sql(column)} = ${value as never} from unnest(${ids}::int[]) f (id) where v.id = f.id`;
}
