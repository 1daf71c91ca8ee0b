import { type AuditData, type AuditName, consoleActor } from '../../machines/access/audit.ts';
import type { Actor } from '../../machines/access/permissions.ts';
import type { Query } from '../connection/sql.ts';

/** Where a request came from, and its id in the log. */
export type From = { address: string; userAgent: string | null; requestId?: string };

/** Without an actor: by the command line. */
export type AuditEntry = {
  name: AuditName;
  actor: Pick<Actor, 'userId' | 'fullName' | 'username'> | null;
  from?: From | null | undefined;
  subject: { id: number | null; name: string };
  data?: AuditData;
};

/** Appends one row in the caller's transaction: rolled back with it. */
export async function writeAudit(sql: Query, entry: AuditEntry): Promise<void> {
  await sql`insert into audit_log ${auditRow(sql, entry)}`;
}

/**
 * The row's columns, for a statement that changes something else too: `insert into audit_log (…) select …
 * from changed`.
 */
export const auditRow = (sql: Query, { name, actor, from, subject, data }: AuditEntry) => sql`
  (name, actor_id, actor_name, address, user_agent, subject_id, subject_name, data)
  values (${name}, ${actor?.userId || null}::int, ${actor ? nameOf(actor) : consoleActor}, ${from?.address ?? null}::text,
    ${from?.userAgent?.slice(0, 300) ?? null}::text, ${subject.id}::int, ${subject.name}, ${sql.json((data ?? {}) as never)})`;

/** People are named by their username and full name. */
export const nameOf = ({ fullName, username }: { fullName: string; username: string }): string =>
  fullName === '' ? username : `${fullName} (${username})`;
