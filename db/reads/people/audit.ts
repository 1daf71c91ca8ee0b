import { type AuditKind, namesOfKind } from '../../../machines/access/audit.ts';
import { businessZone } from '../../../machines/calendar/zone.ts';
import type { Db } from '../../connection/open.ts';
import type { auditLog, Columns } from '../../schema/index.ts';
import { plainText } from '../orders/plain-text.ts';

export type AuditRow = Columns<
  typeof auditLog,
  | 'id'
  | 'at'
  | 'name'
  | 'actorId'
  | 'actorName'
  | 'subjectId'
  | 'subjectName'
  | 'address'
  | 'userAgent'
  | 'data'
>;

export type AuditFilter = {
  /** The actor or the subject. */
  userId: number | null;
  /** Part of a name. */
  search: string;
  kind: AuditKind | null;
  /** Local days, both included. */
  from: string | null;
  to: string | null;
  /** Rows before this one: the next page. */
  before: number | null;
};

export const auditPage = 50;

/** A page of the audit log, newest first, and the next page's start; null: the last page. */
export async function listAudit(
  { sql }: Db,
  { userId, search, kind, from, to, before }: AuditFilter,
): Promise<{ rows: AuditRow[]; next: number | null }> {
  const matching = await sql<AuditRow[]>`
    select id, at, name, actor_id, actor_name, subject_id, subject_name, address, user_agent, data from audit_log
    where true
      ${before === null ? sql`` : sql`and id < ${before}`}
      ${userId === null ? sql`` : sql`and (subject_id = ${userId} or actor_id = ${userId})`}
      ${search === '' ? sql`` : sql`and strpos(${plainText(sql, sql`subject_name || ' ' || actor_name`)}, ${plainText(sql, sql`${search}::text`)}) > 0`}
      ${kind === null ? sql`` : sql`and name = any(${namesOfKind(kind)}::text[])`}
      ${from === null ? sql`` : sql`and at >= ${from}::date::timestamp at time zone ${businessZone()}`}
      ${to === null ? sql`` : sql`and at < (${to}::date + 1)::timestamp at time zone ${businessZone()}`}
    order by id desc limit ${sql.unsafe(String(auditPage + 1))}`;
  const rows = [...matching.slice(0, auditPage)];
  return { rows, next: matching.length > auditPage ? rows.at(-1)!.id : null };
}

/** An account's changes, newest first, without sign-ins. */
export async function listAccountHistory({ sql }: Db, userId: number): Promise<AuditRow[]> {
  return [
    ...(await sql<AuditRow[]>`
      select id, at, name, actor_id, actor_name, subject_id, subject_name, address, user_agent, data from audit_log
      where subject_id = ${userId} and name not in ('session.opened', 'session.closed')
      order by id desc limit 50`),
  ];
}
