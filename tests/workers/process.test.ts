import { expect, it, onTestFinished } from 'vitest';
import { setOnTheWay } from '../../db/commands/field/set-on-the-way.ts';
import { addDays, today } from '../../machines/calendar/slots.ts';
import { limit } from '../gate/limits.mjs';
import { freePort } from '../support/free-port.ts';
import { openRecord } from '../support/postgres/open-record.ts';
import { startRedis } from '../support/processes/redis.ts';
import { startProxy } from '../support/processes/tcp-proxy.ts';
import { workerProcesses } from '../support/processes/worker-process.ts';
import { actorOf, makeWorld } from '../support/record/fixtures.ts';
import { until } from '../support/until.ts';

const db = openRecord();
const startWorker = workerProcesses(() => db.url());

it('starts without Redis, passes deadlines, sends when Redis comes, and ends by SIGTERM (F07)', async () => {
  const { sql } = db();
  const port = await freePort();
  const late = await makeWorld(sql, { visit: { day: '2026-03-05' } });
  const worker = await startWorker({ REDIS_URL: `redis://127.0.0.1:${port}` });
  const ended = new Promise((done) => worker.once('exit', done));
  // Tomorrow's, which the worker's own clock leaves alone whatever the hour of this test.
  const { visitId, userId } = await makeWorld(sql, { visit: { day: addDays(today(new Date()), 1) } });
  await setOnTheWay({ db: db(), actor: await actorOf(sql, userId) }, { visit_id: visitId });
  const state = async () => (await sql`select state from notices where visit_id = ${visitId}`)[0]!.state;
  await until(async () => (await sql`select delayed from visits where id = ${late.visitId}`)[0]!.delayed);
  expect([worker.exitCode, await state()]).toEqual([null, 'pending']);
  const redis = await startRedis({ port });
  onTestFinished(() => redis.stop());
  // No channel is set: the development mailbox.
  await until(async () => (await state()) === 'sent', 10_000);
  await redis.stop();
  const started = Date.now();
  worker.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(Date.now() - started).toBeLessThan(limit(8_000));
}, 40_000);

it('ends at once with one line when a setting is wrong', async () => {
  await expect(startWorker({ DATABASE_URL: 'mysql://x' })).rejects.toThrow('ended with 1');
});

it('closes everything and ends with 0 while its database does not answer (F45)', async () => {
  const address = new URL(db.url());
  const proxy = await startProxy(Number(address.port));
  onTestFinished(() => proxy.close());
  address.port = String(proxy.port);
  const worker = await startWorker({ DATABASE_URL: address.href });
  const ended = new Promise((done) => worker.once('exit', done));
  // New connections get no answer either.
  proxy.delay(60_000);
  await new Promise((next) => setTimeout(next, 3_000));
  worker.kill('SIGTERM');
  const code = await ended;
  expect(code, worker.output()).toBe(0);
  expect(worker.output()).not.toContain('left unfinished');
}, 40_000);

it('ends when its supervisor ended', async () => {
  const worker = await startWorker({});
  const gone = new Promise((done) => worker.once('exit', done));
  worker.disconnect();
  expect(await gone).toBe(0);
}, 15_000);
