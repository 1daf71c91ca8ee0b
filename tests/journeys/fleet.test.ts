import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { io, type Socket } from 'socket.io-client';
import { type Db, openDb } from '../../db/connection/open.ts';
import { startEmbedded } from '../../db/embedded/start.ts';
import { migrate } from '../../db/migrate.ts';
import { everyPermission } from '../../machines/access/permissions.ts';
import { addDays, today } from '../../machines/calendar/slots.ts';
import { type Board, openBoard } from '../support/board.ts';
import { addReason, addTechnician, addUser, addVisit, makeWorld, type World } from '../support/fixtures.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';
import { openSession } from '../support/web-server.ts';

// The whole topology as processes (docs/operations/deploy.md): a proxy, two web and two worker processes,
// Redis and PostgreSQL, and a rolling restart of all of them while people work (F03).

const folder = mkdtempSync(join(tmpdir(), 'agenda-fleet-'));
chmodSync(folder, 0o755); // PostgreSQL may run as another account
let postgres: Awaited<ReturnType<typeof startEmbedded>> | undefined;
let db: Db;
let fleet: ChildProcess;
let said = '';
let base = '';
/** Behind a proxy figures are read by who has it only. */
const metricsToken = 'a-token-of-this-journey';

test.beforeAll(async () => {
  test.setTimeout(180_000);
  postgres = await startEmbedded({ dataDir: join(folder, 'postgres') });
  await migrate(postgres.url);
  db = openDb(postgres.url);
  const port = await freePort();
  base = `http://127.0.0.1:${port}`;
  fleet = spawn(process.execPath, ['--enable-source-maps', 'dist/fleet.js', '--web', '2', '--workers', '2'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: base,
      DATA_DIR: folder,
      DATABASE_URL: postgres.url,
      REDIS_URL: '',
      ROLE: '',
      LOG_LEVEL: 'warn',
      LINK_SECRET: 'fedcba9876543210'.repeat(4),
      METRICS_TOKEN: metricsToken,
    },
  });
  fleet.stdout!.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await until(() => said.includes('Rolling restart: kill'), 120_000);
});
test.afterAll(async () => {
  test.setTimeout(60_000);
  const gone = new Promise((done) => fleet.once('exit', done));
  fleet.kill('SIGTERM');
  await gone;
  await db.close();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const portsOf = (name: string) =>
  [...said.matchAll(new RegExp(`^${name} \\d+: http://127\\.0\\.0\\.1:(\\d+)`, 'gm'))].map(([, port]) =>
    Number(port),
  );
const metric = async (port: number, name: string) => {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
};
const socketOf = (token: string): Socket =>
  io(base, {
    transports: ['websocket'],
    forceNew: true,
    auth: { token },
    reconnectionDelay: 100,
    reconnectionDelayMax: 500,
  });

test('boards on different web processes agree, and a rolling restart under load loses no request and does nothing twice', async () => {
  test.setTimeout(240_000);
  const world: World = await makeWorld(db.sql);
  await addReason(db.sql, { value: 6, text: 'Concluida', finalizes: true });
  const dispatcher = await openSession(db.sql, await addUser(db.sql, world.operation, {}, everyPermission));
  const crew = [
    world,
    await addTechnician(db.sql, world.operation),
    await addTechnician(db.sql, world.operation),
  ];
  const sockets = Array.from({ length: 4 }, () => socketOf(dispatcher));
  await until(() => sockets.every((socket) => socket.connected), 20_000);
  const boards: Board[] = await Promise.all(sockets.map((socket) => openBoard(db, socket, world.operation)));
  const [one, other] = portsOf('web');
  expect([await metric(one!, 'agenda_sockets'), await metric(other!, 'agenda_sockets')]).toEqual([2, 2]);

  // Each visit's life is a chain: a step is only allowed when the one before it was done, and once.
  const failed: string[] = [];
  const done: { key: string; path: string }[] = [];
  let ending = false;
  let keys = 0;
  const act = async (token: string, path: string, body: object) => {
    const key = `fleet-${++keys}`;
    const answer = await fetch(`${base}/v1/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
    }).catch((error: Error) => error);
    if (answer instanceof Error)
      return void failed.push(`${path}: ${answer.message} ${String(answer.cause)}`);
    const text = await answer.text();
    if (answer.status === 200) done.push({ key, path });
    else failed.push(`${path}: ${answer.status} ${text}`);
  };
  const told: number[] = [];
  const tomorrow = addDays(today(new Date()), 1);
  const work = async ({ userId, technicianId }: { userId: number; technicianId: number }) => {
    const token = await openSession(db.sql, userId);
    while (!ending) {
      // Tomorrow's, which the workers' clocks leave alone whatever the hour of this test.
      const visit_id = await addVisit(db.sql, { ...world, technicianId }, { day: tomorrow });
      await act(token, 'visit/set_on_the_way', { visit_id, on_the_way: true, send_notification: true });
      told.push(visit_id);
      await act(token, 'visit/finish', { visit_id, status: 6 });
    }
  };
  const look = async () => {
    while (!ending) await act(dispatcher, 'visits', { subsidiary: world.operation });
  };
  const load = [...crew.map(work), look(), look()];
  await until(() => done.length > 50, 60_000);
  expect(failed).toEqual([]);

  fleet.kill('SIGHUP');
  await until(() => said.includes('Rolling restart: done.'), 120_000);
  const during = done.length;
  await until(() => done.length > during + 50, 60_000);
  ending = true;
  await Promise.all(load);
  expect(failed).toEqual([]);
  expect(portsOf('web').length, 'web processes in all').toBe(4);
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${one}/healthz`).then(
        () => 'there',
        () => 'gone',
      ),
    )
    .toBe('gone');

  const notices = () => db.sql<{ visitId: number; state: string; attempts: number }[]>`
    select visit_id, state, attempts from notices where audience = 'customer' and template = 'on-the-way' and visit_id = any(${told}::int[])`;
  await expect
    .poll(
      async () => (await notices()).filter(({ state }) => ['pending', 'sending'].includes(state)).length,
      {
        timeout: 90_000,
      },
    )
    .toBe(0);
  // Every board came back to a process that is there now, and has each visit as the record has it: by the versions,
  // because tomorrow may be in a week that a board loaded anew does not show.
  const differing = async () => {
    const versions = await db.sql<{ id: number; version: number }[]>`
      select id, version from visits where id = any(${told}::int[])`;
    return boards.flatMap((board, at) =>
      versions
        .filter(({ id, version }) => board.rows.get(id)?.[1] !== version)
        .map(({ id }) => `board ${at + 1}, visit ${id}`),
    );
  };
  await expect.poll(differing, { timeout: 20_000 }).toEqual([]);
  const [, , newOne, newOther] = portsOf('web');
  expect((await metric(newOne!, 'agenda_sockets')) + (await metric(newOther!, 'agenda_sockets'))).toBe(4);

  // Acknowledged but missing, done twice: none. Each customer was told once.
  const commands = done.filter(({ path }) => path !== 'visits').map(({ key }) => key);
  const written = await db.sql<{ key: string; n: number }[]>`
    select key, count(*)::int as n from events where key like 'fleet-%' group by key`;
  expect(written.filter(({ n }) => n !== 1)).toEqual([]);
  expect(new Set(written.map(({ key }) => key))).toEqual(new Set(commands));
  const rows = await notices();
  expect(rows.map(({ visitId }) => visitId).sort()).toEqual([...told].sort());
  // A visit that was closed before its turn has nothing to announce any more.
  expect(rows.filter(({ state }) => state !== 'dropped' && state !== 'sent')).toEqual([]);
  expect(rows.filter(({ state, attempts }) => state === 'sent' && attempts !== 1)).toEqual([]);
  expect(rows.filter(({ state }) => state === 'sent').length).toBeGreaterThan(0);
  for (const socket of sockets) socket.close();
});

test('of two workers a timer fires once for each visit, and a job runs once in effect', async () => {
  test.setTimeout(120_000);
  const world = await makeWorld(db.sql);
  const day = addDays(today(new Date()), -1);
  const ids = await Promise.all(Array.from({ length: 40 }, () => addVisit(db.sql, world, { day })));
  const passed = () => db.sql<{ visitId: number }[]>`
    select visit_id from events where name = 'visit.delayed' and visit_id = any(${ids}::int[])`;
  await expect.poll(async () => (await passed()).length, { timeout: 60_000 }).toBeGreaterThanOrEqual(40);
  // Both clocks have come by again.
  await new Promise((resolve) => setTimeout(resolve, 12_000));
  expect((await passed()).map(({ visitId }) => visitId).sort()).toEqual([...ids].sort());
  const counted = await Promise.all(
    portsOf('worker').map((port) =>
      metric(port, 'agenda_jobs_total\\{queue="reactions",job="send-notices",outcome="done"\\}'),
    ),
  );
  const events = await db.sql<{ n: number }[]>`select count(*)::int as n from outbox`;
  expect(events[0]!.n).toBe(0);
  expect(counted.reduce((sum, one) => sum + one)).toBeGreaterThanOrEqual(40);
});
