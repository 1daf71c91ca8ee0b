import { hash } from '@node-rs/argon2';
import { demoPassword } from '../../machines/access/password.ts';
import type { Sql, Tx } from '../connection/sql.ts';
import { keepMonthsAheadIn } from '../months/months.ts';
import { liveThrough, newAgenda } from './history.ts';
import { withoutIndexes } from './load.ts';
import { spareOrders } from './pending.ts';
import { settle } from './people.ts';
import { liveNow } from './present.ts';
import { newRandom } from './random.ts';
import { newWorld, type World } from './world.ts';
import { type Loaded, writeWorld } from './write.ts';

export { demoPassword };

/**
 * Load the demo (contract §7) into a database without users: all or nothing.
 * The same moment gives the same data, and the same day the same past; today's
 * visits stand as they would at that moment.
 * @param sql a migrated database, one connection suffices (`openForLoading`)
 * @returns what was loaded; null when there are users already
 */
export async function loadDemo(sql: Sql, now: Date): Promise<Loaded | null> {
  // The hash takes a while and a thread of its own: begun first, awaited last.
  const password = hash(demoPassword);
  return (await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${seedLock})`;
    if (await holdsUsers(tx)) return null;
    const world = imagine(now);
    const passwordHash = await password;
    const loaded = await withoutIndexes(tx, bigTables, () => writeWorld(tx, world, passwordHash));
    await keepMonthsAheadIn(tx, now);
    // The first questions come before autovacuum has looked: without this they are planned for empty tables.
    await tx.unsafe(
      `analyze ${[...bigTables, 'order_visits', 'clients', 'users', 'technicians'].join(', ')}`,
    );
    return loaded;
  })) as Loaded | null;
}

/** Any constant of our own; two loads at the same time come one after the other. */
export const seedLock = 7_341_906;

const bigTables = [
  'orders',
  'visits',
  'events',
  'order_services',
  'visit_notes',
  'visit_items',
  'tickets',
  'ticket_notes',
  'notices',
  'client_devices',
  'related_orders',
];

export async function holdsUsers(sql: Sql | Tx): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`select exists (select 1 from users) as found`;
  return row!.found;
}

/** The whole demo in memory: some 64,000 visits of 13 months, and what is to come. */
export function imagine(now: Date): World {
  const world = newWorld(now);
  const stage = (name: string) => {
    // A sequence of its own for each stage: what today draws does not change yesterday.
    world.random = newRandom(`agenda-demo ${world.day(0)} ${name}`);
  };
  settle(world);
  const agenda = newAgenda(world);
  stage('history');
  liveThrough(world, agenda);
  stage('present');
  liveNow(world, agenda);
  stage('pending');
  spareOrders(world);
  stage('texts');
  return world;
}
