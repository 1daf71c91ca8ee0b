import { expect, it, onTestFinished } from 'vitest';
import { setOnTheWay } from '../../../db/commands/field/set-on-the-way.ts';
import { openDb } from '../../../db/connection/open.ts';
import { askReportRun, keepWaiting, listReportRuns } from '../../../db/queues/report-runs.ts';
import { everyPermission } from '../../../machines/access/permissions.ts';
import { addMonths, monthOf } from '../../../machines/calendar/month.ts';
import { addDays, today } from '../../../machines/calendar/slots.ts';
import { freePort } from '../../support/free-port.ts';
import { uncounted, watchConnections } from '../../support/postgres/count-connections.ts';
import { ownDatabase } from '../../support/postgres/database.ts';
import { killableWeb } from '../../support/processes/killable-web.ts';
import { startRedis } from '../../support/processes/redis.ts';
import { callerOf, openSession } from '../../support/processes/web-server.ts';
import { workerProcesses } from '../../support/processes/worker-process.ts';
import {
  actorOf,
  addClient,
  addOrder,
  addSlot,
  addUser,
  addVisit,
  makeWorld,
  type World,
} from '../../support/record/fixtures.ts';
import { until } from '../../support/until.ts';

// docs/operations/deploy.md, 'Connections': a small PostgreSQL allows 100 in all.

const mostEach = 12;
/** One more for each queue that a worker listens to. */
const mostOfWorker = { redis: 12, postgres: 13 };

const webDatabase = ownDatabase();
const web = killableWeb(webDatabase);

it('a web process holds at most 12 connections, however much is asked of it at once', async () => {
  const db = openDb(uncounted(webDatabase.url));
  onTestFinished(() => db.close());
  const world = await makeWorld(db.sql);
  const slot = await addSlot(db.sql, world.operation, { fromHour: 14, toHour: 18, capacity: 100 });
  const dispatcher = await openSession(db.sql, await addUser(db.sql, world.operation, {}, everyPermission));
  const technician = await openSession(db.sql, world.userId);
  const orders: string[] = [];
  const visits: number[] = [];
  for (let at = 0; at < 25; at++) {
    orders.push(await addOrder(db.sql, await addClient(db.sql, world.operation)));
    visits.push(await addVisit(db.sql, { ...world, technicianId: null }));
  }
  const port = await freePort();
  const watch = watchConnections(webDatabase.url);
  onTestFinished(() => void watch.end());
  await web.start(port);
  const { call } = callerOf(`http://127.0.0.1:${port}`);
  const date = addDays(today(new Date()), 1);
  const answers = await Promise.all(
    orders.flatMap((ot_number, at) => [
      call('visit/attach', { visit_id: visits[at] }, { token: technician }),
      call(
        'visit/create',
        { ot_type: 1, ot_number, possibleDate: date, timestripe: slot },
        { token: dispatcher },
      ),
      call('visits', { subsidiary: world.operation, start_date: date }, { token: dispatcher }),
      call('search', { text: ot_number }, { token: dispatcher }),
      call('user/login', { username: `nadie${at}`, password: 'no es esta' }),
    ]),
  );
  // 503: more at once than this machine does at the time.
  expect(answers.filter(({ status }) => ![200, 401, 503].includes(status))).toEqual([]);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(40);
  const most = await watch.end();
  expect(most).toBeGreaterThan(8); // the count counts
  expect(most).toBeLessThanOrEqual(mostEach);
}, 60_000);

const workerDatabase = ownDatabase();
const startWorker = workerProcesses(() => workerDatabase.url);

it.each(['postgres', 'redis'] as const)(
  'a worker holds no more connections than it is given with its queues on %s, however much waits for it',
  async (backend) => {
    const db = openDb(uncounted(workerDatabase.url));
    onTestFinished(() => db.close());
    const redis = backend === 'redis' ? await startRedis() : undefined;
    onTestFinished(() => redis?.stop());
    const watch = watchConnections(workerDatabase.url);
    onTestFinished(() => void watch.end());
    const worlds: World[] = [];
    for (let at = 0; at < 25; at++)
      worlds.push(await makeWorld(db.sql, { client: { telegramChatId: String(5_000 + at) } }));
    for (const { userId, visitId } of worlds)
      await setOnTheWay({ db, actor: await actorOf(db.sql, userId) }, { visit_id: visitId });
    const operations = worlds.map(({ operation }) => operation);
    const { userId } = worlds[0]!;
    const runs: string[] = [];
    for (let back = 0; back < 4; back++) {
      const month = addMonths(monthOf(today(new Date())), -back);
      runs.push((await askReportRun(db, { report: 'segments', operations, month, userId })).id);
    }
    await keepWaiting(db, runs);
    await startWorker(redis ? { REDIS_URL: redis.url } : {});
    const waiting = async () =>
      (await db.sql`select 1 from notices where state in ('pending', 'sending') limit 1`).length > 0;
    const counted = async () =>
      (await listReportRuns(db, runs)).every(({ state }) => state === 'done' || state === 'cancelled');
    await until(async () => !(await waiting()) && (await counted()), 30_000);
    const most = await watch.end();
    expect(most).toBeGreaterThan(6); // the count counts
    expect(most).toBeLessThanOrEqual(mostOfWorker[backend]);
  },
  60_000,
);
