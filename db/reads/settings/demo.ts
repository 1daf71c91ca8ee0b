import type { Db } from '../../connection/open.ts';

/** Whether this record holds the demo's accounts. */
export async function holdsDemo(db: Db): Promise<boolean> {
  const isDemo =
    await db.sql`select 1 from users where username = 'jefe' and email = 'jefe@demo.agenda.example'`;
  return isDemo.count === 1;
}

/** Whether an account belongs to the demo, in a record that holds it. */
export async function isDemoAccount(db: Db, userId: number): Promise<boolean> {
  const isDemo = await db.sql`
    select 1 from users where id = ${userId} and email = username || '@demo.agenda.example'`;
  return isDemo.count === 1 && (await holdsDemo(db));
}
