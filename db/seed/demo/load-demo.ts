import { hash } from '@node-rs/argon2';
import { demoPassword } from '../../../machines/access/password.ts';
import type { Sql } from '../../connection/sql.ts';
import { keepMonthsAheadIn } from '../../months/months.ts';
import { holdsUsers } from '../../reads/settings/demo.ts';
import type { Storage } from '../../storage/storage.ts';
import { withoutIndexes } from '../load.ts';
import { newRandom } from '../random.ts';
import { makePictures } from './demo-pictures.ts';
import { newAgenda, simulateHistory } from './history.ts';
import { spareOrders } from './pending.ts';
import { settle } from './people.ts';
import { endAtNow, simulateToday } from './present.ts';
import { newWorld, type World } from './world.ts';
import { type Loaded, writeWorld } from './write.ts';

export { demoPassword };

/**
 * Load the demo (contract §7) into a database without users: all or nothing. Deterministic: the same instant
 * gives the same data, and the same day the same past; today's visits are as of that instant.
 * @param sql a migrated database, one connection suffices (`openForLoading`)
 * @param storage where its photo is kept; without one it has neither photo nor logo
 * @param options of tests
 * @returns what was loaded; null when there are users already
 */
export async function loadDemo(
  sql: Sql,
  now: Date,
  storage?: Storage,
  options?: DemoOptions,
): Promise<Loaded | null> {
  const password = hash(demoPassword);
  return (await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${seedLock})`;
    if (await holdsUsers(tx)) return null;
    const world = makeDemo(now, options);
    const passwordHash = await password;
    const pictures = storage ? await makePictures(storage) : null;
    const loaded = await withoutIndexes(tx, bigTables, () => writeWorld(tx, world, passwordHash, pictures));
    await keepMonthsAheadIn(tx, now);
    // The first queries come before autovacuum: without this they are planned for empty tables.
    // From a sample of 9,000 rows a table: the usual 30,000 took three times as long, and autovacuum takes them later.
    await tx`set local default_statistics_target = 30`;
    const analysed = bigTables.map((table) => (table === 'events' ? `events (${plannedBy})` : table));
    await tx.unsafe(`analyze ${[...analysed, 'order_visits', 'clients', 'users', 'technicians'].join(', ')}`);
    return loaded;
  })) as Loaded | null;
}

/** An arbitrary constant; concurrent loads are serialised. */
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

/** Not the events' data: no plan depends on it, and sampling it takes as long as all other columns together. */
const plannedBy = 'operation, version, name, visit_id, order_number, at, actor_id, technician_id';

/** What a test may choose: how many days of history, and a seed by which every day draws alike. */
export type DemoOptions = { historyDays?: number; seed?: string };

/** The whole demo in memory: some 64,000 visits of 13 months, and future ones. */
export function makeDemo(now: Date, { historyDays, seed }: DemoOptions = {}): World {
  const world = newWorld(now, seed);
  const stage = (name: string) => {
    // A random sequence per stage: today's draws do not change yesterday's.
    world.random = newRandom(`agenda-demo ${seed ?? world.day(0)} ${name}`);
  };
  settle(world);
  const agenda = newAgenda(world);
  stage('history');
  simulateHistory(world, agenda, historyDays);
  stage('present');
  simulateToday(world, agenda);
  stage('pending');
  spareOrders(world);
  endAtNow(world);
  stage('texts');
  return world;
}
