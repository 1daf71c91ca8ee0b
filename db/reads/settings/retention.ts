import type { Months } from '../../../machines/access/retention.ts';
import type { Db } from '../../connection/open.ts';
import type { AuditRow } from '../people/audit.ts';
import { forgottenBefore, isToForget } from './orders-to-forget.ts';

/** For how long an operation keeps its customers' personal data. */
export type Retention = { operation: string; name: string; months: Months };

export type RetentionInUse = Retention & {
  /** When data were deleted last, and of how many orders; null: never in what the audit log holds. */
  forgotten: { at: Date; orders: number } | null;
};

/** By name; every operation unless some are asked for. */
export const listRetention = async (
  { sql }: Pick<Db, 'sql'>,
  operations?: string[],
): Promise<Retention[]> => [
  ...(await sql<Retention[]>`
    select code as operation, name, personal_data_months as months from operations
    ${operations ? sql`where code = any(${operations}::text[])` : sql``} order by name, code`),
];

/** The same with what was deleted last, which the audit log knows by the code that its subjects begin with. */
export async function listRetentionInUse(db: Db, operations: string[]): Promise<RetentionInUse[]> {
  const [list, forgotten] = await Promise.all([
    listRetention(db, operations),
    db.sql<{ operation: string; at: Date; orders: number }[]>`
      select distinct on (operation) left(subject_name, 3) as operation, at, (data ->> 'orders')::int as orders from audit_log
      where name = 'data.forgotten' and left(subject_name, 3) = any(${operations}::text[]) order by operation, id desc`,
  ]);
  return list.map((one) => {
    const last = forgotten.find(({ operation }) => operation === one.operation);
    return { ...one, forgotten: last ? { at: last.at, orders: last.orders } : null };
  });
}

/** Of how many orders the next pass would delete data, if an operation kept them for so many months, and since when they are closed. */
export type RetentionEffect = { before: Date; orders: number };

/** @param now given by tests; otherwise the database's clock */
export async function foreseeForgetting(
  { sql }: Db,
  operation: string,
  months: number,
  now?: Date,
): Promise<RetentionEffect> {
  const [due] = await sql<{ before: Date }[]>`
    select ${forgottenBefore(sql, sql`${months}::int`, now)} as before`;
  const { before } = due!;
  const [found] = await sql<{ orders: number }[]>`
    select count(*)::int as orders from orders w where ${isToForget(sql, operation, before)}`;
  return { before, orders: found!.orders };
}

/** Who changed what, and what was deleted, newest first. */
export async function listRetentionHistory({ sql }: Db, operations: string[]): Promise<AuditRow[]> {
  return [
    ...(await sql<AuditRow[]>`
      select id, at, name, actor_id, actor_name, subject_id, subject_name, address, user_agent, data from audit_log
      where name in ('retention.changed', 'data.forgotten') and left(subject_name, 3) = any(${operations}::text[])
      order by id desc limit 20`),
  ];
}
