import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../connection/open.ts';
import type { Query } from '../../connection/sql.ts';
import { typed } from '../../connection/typed.ts';
import { users } from '../../schema/index.ts';

/** Whether this record is in use: an empty one may be given the demo. */
export async function holdsUsers(sql: Query): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`select exists (select 1 from users) as found`;
  return row!.found;
}

/** Whether this record holds the demo's accounts. */
export async function holdsDemo(db: Pick<Db, 'sql'>): Promise<boolean> {
  const accounts = await typed(db.sql)
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.username, 'jefe'), eq(users.email, 'jefe@demo.agenda.example')));
  return accounts.length === 1;
}

/** Whether an account belongs to the demo, in a record that holds it. */
export async function isDemoAccount(db: Db, userId: number): Promise<boolean> {
  const accounts = await typed(db.sql)
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.email, sql`${users.username} || '@demo.agenda.example'`)));
  return accounts.length === 1 && (await holdsDemo(db));
}
