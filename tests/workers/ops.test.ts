import { afterAll, beforeAll, expect, it } from 'vitest';
import { queuesHeader } from '../../db/secrets/ops-access.ts';
import { everyPermission } from '../../machines/access/permissions.ts';
import { addDays, today } from '../../machines/calendar/slots.ts';
import { limit } from '../gate/limits.mjs';
import { startTelegram, type TelegramServer } from '../support/fakes/telegram-server.ts';
import { freePort } from '../support/free-port.ts';
import { ownDatabase } from '../support/postgres/database.ts';
import {
  keys,
  linkSecret,
  openSession,
  openWebServer,
  type WebServer,
} from '../support/processes/web-server.ts';
import { startWorker, type WorkerProcess } from '../support/processes/worker-process.ts';
import { addUser, makeWorld } from '../support/record/fixtures.ts';
import { until } from '../support/until.ts';

// A worker as those see it who watch over it: its endpoints, its metrics, its log (docs/operations/watching.md).

const database = ownDatabase();
let worker: WorkerProcess;
let web: WebServer;
let telegram: TelegramServer;
let base = '';

beforeAll(async () => {
  telegram = await startTelegram();
  const port = await freePort();
  base = `http://127.0.0.1:${port}`;
  worker = await startWorker({
    LOG_LEVEL: 'debug',
    DATABASE_URL: database.url,
    LINK_SECRET: linkSecret,
    TELEGRAM_BOT_TOKEN: telegram.token,
    TELEGRAM_API_ROOT: telegram.url,
    OPS_PORT: String(port),
  });
  web = await openWebServer(database.url, { trustProxy: 1, workerUrl: base });
  await until(async () => (await fetch(`${base}/readyz`).catch(() => null))?.status === 200, 50_000);
});
afterAll(async () => {
  worker?.kill('SIGKILL');
  await web?.close();
  await telegram?.close();
});

const metric = async (name: string) => {
  const text = await (await fetch(`${base}/metrics`)).text();
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.split(' ')[1]);
};

it("a request's id is followed from its answer to the log lines of the worker that notified the customer", async () => {
  telegram.addChat(7_001);
  // Tomorrow's, which the worker's own clock leaves alone whatever the hour of this test.
  const visit = { day: addDays(today(new Date()), 1) };
  const world = await makeWorld(web.db.sql, { client: { telegramChatId: '7001' }, visit });
  const token = await openSession(web.db.sql, world.userId);
  const id = 'one-request-through-both';
  const answer = await web.call(
    'visit/set_on_the_way',
    { visit_id: world.visitId, on_the_way: true, send_notification: true },
    { token, headers: { 'x-request-id': id } },
  );
  expect([answer.status, answer.headers.get('x-request-id')]).toEqual([200, id]);
  const ofRequest = () =>
    worker
      .output()
      .split('\n')
      .filter((line) => line.includes(id) && line.endsWith('}'))
      .map((line) => JSON.parse(line));
  await until(() => ofRequest().some(({ msg }) => msg === 'job done'), 20_000);
  expect(ofRequest()).toContainEqual(
    expect.objectContaining({ process: 'worker', msg: 'job done', visitId: world.visitId }),
  );
  expect(ofRequest()).toContainEqual(
    expect.objectContaining({
      process: 'worker',
      msg: 'message attempted',
      channel: 'telegram',
      outcome: 'sent',
    }),
  );
});

it('counts jobs and messages by their outcome, and what waits in the outbox and in the queues', async () => {
  await until(
    async () =>
      (await metric('agenda_jobs_total{queue="reactions",job="send-notices",outcome="done"}')) === 1,
  );
  expect(await metric('agenda_messages_total{channel="telegram",outcome="sent"}')).toBe(1);
  expect(await metric('agenda_outbox_waiting')).toBe(0);
  expect(await metric('agenda_queue_jobs{queue="reactions",state="completed"}')).toBe(1);
  expect(await metric('agenda_queue_jobs{queue="reactions",state="failed"}')).toBe(0);
  const proxied = await fetch(`${base}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.9' } });
  expect(proxied.status).toBe(404);
});

it('counts the operations that are on their way to another installation', async () => {
  const { sql } = web.db;
  expect(await metric('agenda_operations_moving')).toBe(0);
  await sql`update operations set lives_in = 'sur', move_step = 'fenced'`;
  expect(await metric('agenda_operations_moving')).toBe(1);
  await sql`update operations set lives_in = null, move_step = null`;
});

it('shows the queues to the web processes of its installation only', async () => {
  const ask = (secret?: string) =>
    fetch(`${base}/queues/api/queues`, { headers: secret ? { [queuesHeader]: secret } : {} });
  expect((await ask()).status).toBe(404);
  expect((await ask('x'.repeat(43))).status).toBe(404);
  const { queues } = (await (await ask(keys.tokenFor('queues-page'))).json()) as {
    queues: { name: string }[];
  };
  expect(queues.map(({ name }) => name).sort()).toEqual(['pushes', 'reactions', 'reports']);
});

it('is reached through the web by administrators alone, from our own pages alone', async () => {
  const { operation } = await makeWorld(web.db.sql);
  const session = async (permissions: typeof everyPermission) =>
    openSession(web.db.sql, await addUser(web.db.sql, operation, {}, permissions), { kind: 'browser' });
  const ask = (path: string, token?: string, init: RequestInit = {}) =>
    web.send(path, {
      ...init,
      headers: { ...(token ? { cookie: `agenda=${token}` } : {}), ...init.headers },
    });
  const administrator = await session(['can_manage_users']);
  const other = await session(everyPermission.filter((name) => name !== 'can_manage_users'));

  const page = await ask('/queues/', administrator);
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(page.text).toContain('<base href="/queues/"');
  expect(page.text).not.toMatch(/https?:\/\/fonts/);
  const policy = page.headers.get('content-security-policy')!;
  expect(policy).toMatch(/script-src 'self';/);
  expect(policy).toMatch(/frame-ancestors 'none'/);
  expect((await ask('/queues/api/queues', administrator)).text).toContain('"reactions"');

  expect((await ask('/queues/')).headers.get('location')).toBe('/login');
  expect((await ask('/queues/api/queues', other)).status).toBe(403);
  expect((await ask('/queues/', other)).text).toContain('No poseés permisos');

  const pause = { method: 'PUT', headers: { 'sec-fetch-site': 'cross-site' } };
  expect((await ask('/queues/api/queues/reactions/pause', administrator, pause)).status).toBe(403);
  const own = { method: 'PUT', headers: { 'sec-fetch-site': 'same-origin' } };
  expect((await ask('/queues/api/queues/reactions/pause', other, own)).status).toBe(403);
  expect((await ask('/queues/api/queues/reactions/pause', administrator, own)).status).toBe(200);
  expect((await ask('/queues/api/queues/reactions/resume', administrator, own)).status).toBe(200);
});

it('says that it is stopping, and ends by itself well within 25 s', async () => {
  const asked = Date.now();
  const ended = new Promise<number | null>((done) => worker.once('exit', done));
  worker.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(Date.now() - asked).toBeLessThan(limit(25_000));
});
