import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { AuditData, AuditName } from '../../machines/access/audit.ts';
import { instant } from './people.ts';

/**
 * Sign-ins, refusals and every change of an account: written with the change, immutable (by a trigger of its
 * migration), and without secrets. Users are named without foreign keys: entries outlive them.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant().notNull().defaultNow(),
    /** Null: not signed in, see the name. */
    actorId: integer(),
    actorName: text().notNull(),
    address: text(),
    userAgent: text(),
    /** One of `machines/access/audit.ts`. */
    name: text().$type<AuditName>().notNull(),
    subjectId: integer(),
    subjectName: text().notNull(),
    data: jsonb().$type<AuditData>().notNull().default({}),
  },
  (t) => [
    index('audit_log_subject').on(t.subjectId, t.id),
    index('audit_log_actor').on(t.actorId, t.id),
    index('audit_log_at').on(t.at),
    index('audit_log_refused').on(t.address, t.at).where(sql`name = 'session.refused'`),
    index('audit_log_data').on(t.id).where(sql`name in ('retention.changed', 'data.forgotten')`),
  ],
);
