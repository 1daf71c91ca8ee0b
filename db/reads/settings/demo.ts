import type { Db } from '../../connection/open.ts';

/** Whether this record holds the demo's accounts; the login screen says so. */
export async function holdsDemo(db: Db): Promise<boolean> {
  const found =
    await db.sql`select 1 from users where username = 'jefe' and email = 'jefe@demo.agenda.example'`;
  return found.count === 1;
}

/** One of the accounts that the demo brought, in a record that holds the demo. */
export async function isDemoAccount(db: Db, userId: number): Promise<boolean> {
  const found = await db.sql`
    select 1 from users where id = ${userId} and email = username || '@demo.agenda.example'`;
  return found.count === 1 && (await holdsDemo(db));
}
