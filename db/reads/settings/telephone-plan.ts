import type { TelephonePlan } from '../../../machines/telephone/read-number.ts';
import type { Db } from '../../connection/open.ts';
import type { Query } from '../../connection/sql.ts';

/** What an operation says of its clients' telephones; null where it never said anything. */
export type OwnPlan = { country: string; areaCode: string } | null;

/**
 * The SQL of an `OwnPlan` as a column of a row.
 * @param operation the SQL of the row's operation, of this code alone
 */
export const ownPlanOf = (sql: Query, operation: 'v.operation' | 'w.operation' | 'c.operation') => sql`(
  select json_build_object('country', tp.country, 'areaCode', tp.area_code) from conversations tp
  where tp.operation = ${sql.unsafe(operation)})`;

/** How the telephones of an operation's clients are read: as it says, else as the installation does. */
export function planOf({ telephones }: Pick<Db, 'telephones'>, own: OwnPlan): TelephonePlan {
  const country = own?.country || telephones.country;
  // An area code belongs to its country.
  const areaCode = own?.areaCode || (country === telephones.country ? telephones.areaCode : null);
  return { country, areaCode };
}

/** The same, read by the operation's code; null, an operation that does not exist: as the installation says. */
export async function findPlan(
  db: Pick<Db, 'telephones'>,
  sql: Query,
  operation: string | null,
): Promise<TelephonePlan> {
  const [own] = await sql<NonNullable<OwnPlan>[]>`
    select country, area_code from conversations where operation = ${operation}`;
  return planOf(db, own ?? null);
}

/** Those of several operations, by their codes; one that never said anything is not among them. */
export async function listPlans(
  db: Pick<Db, 'telephones' | 'sql'>,
  operations: string[],
): Promise<Map<string, TelephonePlan>> {
  const rows = await db.sql<(NonNullable<OwnPlan> & { operation: string })[]>`
    select operation, country, area_code from conversations where operation = any(${operations}::text[])`;
  return new Map(rows.map(({ operation, ...own }) => [operation, planOf(db, own)]));
}
