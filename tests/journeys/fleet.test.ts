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
import { limit } from '../gate/limits.mjs';
import { freePort } from '../support/free-port.ts';
import { openSession } from '../support/processes/web-server.ts';
import { type Board, openBoard } from '../support/record/board.ts';
import { addUser, makeWorld } from '../support/record/fixtures.ts';
import { until } from '../support/until.ts';

// The whole topology as processes (docs/operations/deploy.md): a proxy, two web and two worker processes,
// Redis and PostgreSQL, and its rolling restart. What is counted after one, message by message: F03.

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
  test.setTimeout(limit(180_000));
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
  test.setTimeout(limit(60_000));
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

test('boards on different web processes agree, and a rolling restart while people work loses no request', async () => {
  test.setTimeout(limit(240_000));
  // Tomorrow's visit, which the workers' clocks leave alone whatever the hour of this test.
  const world = await makeWorld(db.sql, { visit: { day: addDays(today(new Date()), 1) } });
  const dispatcher = await openSession(db.sql, await addUser(db.sql, world.operation, {}, everyPermission));
  const technician = await openSession(db.sql, world.userId);
  const sockets = Array.from({ length: 4 }, () => socketOf(dispatcher));
  await until(() => sockets.every((socket) => socket.connected), 20_000);
  const boards: Board[] = await Promise.all(sockets.map((socket) => openBoard(db, socket, world.operation)));
  const [one, other] = portsOf('web');
  expect([await metric(one!, 'agenda_sockets'), await metric(other!, 'agenda_sockets')]).toEqual([2, 2]);

  const failed: string[] = [];
  let done = 0;
  let ending = false;
  const act = async (token: string, path: string, body: object) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const asked = fetch(`${base}/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const answer = await asked.catch((error: Error) => error);
    if (answer instanceof Error) failed.push(`${path}: ${answer.message} ${String(answer.cause)}`);
    else if (answer.status !== 200) failed.push(`${path}: ${answer.status} ${await answer.text()}`);
    else done++;
  };
  const { visitId } = world;
  const work = async () => {
    for (let turn = 0; !ending; turn++) {
      const step = { visit_id: visitId, on_the_way: turn % 2 === 0, send_notification: false };
      await act(technician, 'visit/set_on_the_way', step);
    }
  };
  const look = async () => {
    while (!ending) await act(dispatcher, 'visits', { subsidiary: world.operation });
  };
  const load = [work(), look(), look()];
  await until(() => done > 50, 60_000);
  fleet.kill('SIGHUP');
  await until(() => said.includes('Rolling restart: done.'), 120_000);
  const during = done;
  await until(() => done > during + 50, 60_000);
  ending = true;
  await Promise.all(load);
  expect(failed).toEqual([]);
  expect(portsOf('web').length, 'web processes in all').toBe(4);
  await expect(fetch(`http://127.0.0.1:${one}/healthz`)).rejects.toThrow();

  // Every board came back to a process that is there now, and has the visit as the record has it.
  const [visit] = await db.sql<{ version: number }[]>`select version from visits where id = ${visitId}`;
  const versions = () => boards.map((board) => board.rows.get(visitId)?.[1]);
  await expect.poll(versions, { timeout: limit(20_000) }).toEqual(boards.map(() => visit!.version));
  const [, , newOne, newOther] = portsOf('web');
  expect((await metric(newOne!, 'agenda_sockets')) + (await metric(newOther!, 'agenda_sockets'))).toBe(4);
  for (const socket of sockets) socket.close();
});
