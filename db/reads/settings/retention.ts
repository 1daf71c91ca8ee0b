import type { Months } from '../../../machines/access/retention.ts';
import type { Db } from '../../connection/open.ts';
import { anyOf, typed } from '../../connection/typed.ts';
import { type Columns, operations as operationTable } from '../../schema/index.ts';
import type { AuditRow } from '../people/audit.ts';
import { forgottenBefore, isToForget } from './orders-to-forget.ts';

export type Retention = Columns<typeof operationTable, 'name'> & { operation: string; months: Months };

export type RetentionInUse = Retention & {
  /** The last deletion and its number of orders; null: none in the audit log. */
  forgotten: { at: Date; orders: number } | null;
};

/** By name; by default every operation. */
export const listRetention = async ({ sql }: Pick<Db, 'sql'>, operations?: string[]): Promise<Retention[]> =>
  typed(sql)
    .select({
      operation: operationTable.code,
      name: operationTable.name,
      months: operationTable.personalDataMonths,
    })
    .from(operationTable)
    .where(operations && anyOf(operationTable.code, operations))
    .orderBy(operationTable.name, operationTable.code);

/** With the last deletion, which the audit log finds by the operation's code. */
export async function listRetentionInUse(db: Db, operations: string[]): Promise<RetentionInUse[]> {
  const [list, forgotten] = await Promise.all([
    listRetention(db, operations),
    db.sql<{ operation: string; at: Date; orders: number }[]>`
      select distinct on (operation) left(subject_name, 3) as operation, at, (data ->> 'orders')::int as orders from audit_log
      where name = 'data.forgotten' and left(subject_name, 3) = any(${operations}::text[]) order by operation, id desc`,
  ]);
  return list.map((entry) => {
    const last = forgotten.find(({ operation }) => operation === entry.operation);
    return { ...entry, forgotten: last ? { at: last.at, orders: last.orders } : null };
  });
}

/** How many orders' data the next pass would delete with so many months, and the closing date before which. */
export type RetentionEffect = { before: Date; orders: number };

/** @param now set by tests; default the database's clock */
export async function foreseeForgetting(
  { sql }: Db,
  operation: string,
  months: number,
  now?: Date,
): Promise<RetentionEffect> {
  const [due] = await sql<{ before: Date }[]>`
    select ${forgottenBefore(sql, sql`${months}::int`, now)} as before`;
  const { before } = due!;
  const [counted] = await sql<{ orders: number }[]>`
    select count(*)::int as orders from orders w where ${isToForget(sql, operation, before)}`;
  return { before, orders: counted!.orders };
}

/** Changes and deletions, newest first. */
export async function listRetentionHistory({ sql }: Db, operations: string[]): Promise<AuditRow[]> {
  return [
    ...(await sql<AuditRow[]>`
      select id, at, name, actor_id, actor_name, subject_id, subject_name, address, user_agent, data from audit_log
      where name in ('retention.changed', 'data.forgotten') and left(subject_name, 3) = any(${operations}::text[])
      order by id desc limit 20`),
  ];
}
