import { fork } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findReport } from '../../db/commands/reports/answer-report.ts';
import { type Db, openDb } from '../../db/connection/open.ts';
import { askReportRun, keepWaiting, listReportRuns } from '../../db/queues/report-runs.ts';
import { type Part, type ReadPart, readPart } from '../../db/reads/reports/kept/part.ts';
import { transact } from '../../db/record/transact.ts';
import { addMonths, monthOf } from '../../machines/calendar/month.ts';
import { instantOf, today } from '../../machines/calendar/slots.ts';
import { monthlyReports } from '../../machines/report/reports.ts';
import { makeQueues, type Queues } from '../../workers/queue.ts';
import { openReportQueue, openReportWorker, type ReportQueue } from '../../workers/report-queue.ts';
import { openReportRelay } from '../../workers/report-relay.ts';
import { generateMonth } from '../../workers/timed-jobs.ts';
import { freePort } from '../support/free-port.ts';
import { ownDatabase } from '../support/postgres/database.ts';
import { type PrivateRedis, startRedis } from '../support/processes/redis.ts';
import { actorOf, makeWorld, type World } from '../support/record/fixtures.ts';
import { until } from '../support/until.ts';

// Reports from the record to the queue and back, on both backends.

const present = monthOf(today(new Date()));
const poisoned = addMonths(present, -50);

describe.each(['postgres', 'redis'] as const)('on %s', (kind) => {
  const database = ownDatabase();
  const counted: Part[] = [];
  const problems: unknown[] = [];
  let db: Db;
  let redis: PrivateRedis | undefined;
  let queues: Queues;
  let queue: ReportQueue;
  let here: World;
  let back = 0;
  /** What is counted waits for it. */
  let held = Promise.resolve();
  const read: ReadPart = async (own, part) => {
    counted.push(part);
    await held;
    if (part.month === poisoned) throw new Error('poison');
    if (part.month < addMonths(poisoned, -10)) await own.sql`select pg_sleep(20)`;
    return readPart(own, part);
  };
  const options = { lockDuration: 1_000, stalledInterval: 500, read };
  const start = () => openReportWorker(queues, db, options);
  const relay = (pollMs?: number) => openReportRelay(db, queue, (error) => problems.push(error), pollMs);
  const aQuestion = (month = addMonths(present, --back)) => ({
    report: 'segments' as const,
    operations: [here.operation],
    month,
    userId: here.userId,
  });
  const stateOf = async (id: string) => (await listReportRuns(db, [id]))[0]?.state;

  beforeAll(async () => {
    redis = kind === 'redis' ? await startRedis() : undefined;
    db = openDb(database.url, { statementMs: 60_000 });
    here = await makeWorld(db.sql);
    queues = await makeQueues({ databaseUrl: database.url, redisUrl: redis?.url });
    queue = openReportQueue(queues);
  });
  afterAll(async () => {
    await queues?.close(500);
    await db?.close();
    await redis?.stop();
    expect(problems).toEqual([]);
  });

  it('another worker finishes what one was killed in', async () => {
    const dead = fork(
      join(import.meta.dirname, 'report-worker-process.ts'),
      [database.url, redis?.url ?? ''],
      {
        execArgv: ['--import', 'tsx'],
      },
    );
    const counting = new Promise((begun) => dead.once('message', begun));
    const open = await relay();
    const { id } = await askReportRun(db, aQuestion());
    await db.sql`update report_runs set waited_until = now() + interval '1 minute' where id = ${id}`;
    await counting;
    dead.kill('SIGKILL');
    start();
    // A missing heartbeat is noticed after ten seconds, unlike here.
    await new Promise((resolve) => setTimeout(resolve, 500));
    await db.sql`update report_runs set beat_at = now() - interval '11 seconds' where id = ${id}`;
    await until(async () => (await stateOf(id)) === 'done', 20_000);
    await open.close();
  }, 40_000);

  it('a question of many is one job, counted once, long before the poll', async () => {
    const relays = [await relay(600_000), await relay(600_000)];
    const asked = aQuestion();
    const from = counted.length;
    // Nothing is done before all have asked: later it would be another question.
    let release = () => {};
    held = new Promise((free) => {
      release = free;
    });
    const runs = await Promise.all(Array.from({ length: 6 }, () => askReportRun(db, asked)));
    release();
    const { id, since } = runs[0]!;
    await until(async () => (await stateOf(id)) === 'done');
    expect(new Set(runs.map((run) => run.id)).size).toBe(1);
    const { month } = asked;
    // What an earlier test left behind may still be counted.
    expect(counted.slice(from).filter((part) => part.month === month)).toHaveLength(1);
    expect(
      await findReport(db, { operations: [here.operation] }, 'segments', { operations: null, month }, since),
    ).toHaveLength(1);
    await Promise.all(relays.map((one) => one.close()));
  });

  it('a poison report lands in failed and a long one is under way, and others go on (F26)', async () => {
    const open = await relay();
    const long = await askReportRun(db, aQuestion(addMonths(poisoned, -20)));
    await until(async () => (await stateOf(long.id)) === 'running');
    const bad = await askReportRun(db, aQuestion(poisoned));
    const good = await askReportRun(db, aQuestion());
    await until(async () => (await stateOf(good.id)) === 'done');
    await until(async () => (await stateOf(bad.id)) === 'failed');
    const [row] = await db.sql`select problem from report_runs where id = ${bad.id}`;
    expect(row).toEqual({ problem: 'Error: poison' });
    expect(await stateOf(long.id)).toBe('running');
    // No user waits for it any more.
    await until(async () => (await stateOf(long.id)) === 'cancelled', 13_000);
    await open.close();
  }, 30_000);

  it('on the first of the month every report of the one before is generated, once in effect, late too', async () => {
    const other = await makeWorld(db.sql);
    const month = addMonths(present, -1);
    const last = async () =>
      (await db.sql`select 1 from report_results where month = ${month} and report = any(${monthlyReports})`)
        .count;
    await db.sql`delete from report_results`;
    const from = counted.length;
    const tools = { db, reports: queue };
    await generateMonth(tools, new Date(instantOf(present, 2).getTime() + 59 * 60_000));
    expect(await queue.getJobCounts('prioritized', 'waiting', 'active')).toMatchObject({ prioritized: 0 });
    expect(await last()).toBe(0);
    // By two workers, and again by one that comes weeks later.
    await Promise.all([
      generateMonth(tools, instantOf(present, 3)),
      generateMonth(tools, instantOf(present, 3)),
    ]);
    const all = monthlyReports.length * 2;
    await until(async () => (await last()) === all, 15_000);
    await generateMonth(tools, new Date());
    await until(async () => (await queue.getActiveCount()) === 0);
    const parts = counted.slice(from).map(({ report, operation }) => `${report} ${operation}`);
    expect(new Set(parts).size).toBe(all);
    expect(parts).toHaveLength(all);
    // A question now is answered at once.
    for (const report of monthlyReports)
      expect(
        await findReport(db, { operations: [other.operation] }, report, { operations: null, month }),
        report,
      ).toBeDefined();

    // Very much happened since: it is looked at again, before looking takes as long as counting.
    const actor = await actorOf(db.sql, here.userId);
    await transact({ db, actor }, async ({ record }) => {
      for (let i = 0; i < 301; i++) record({ operation: here.operation, name: 'visit.noted' });
      return null;
    });
    await generateMonth(tools, new Date());
    const isBehind = async () =>
      (
        await db.sql`select 1 from report_results r join operations o on o.code = r.operation
          where r.month = ${month} and o.version > r.version`
      ).count;
    await until(async () => (await isBehind()) === 0);
    expect(counted.slice(from)).toHaveLength(all);
  }, 30_000);
});

describe('without Redis', () => {
  const database = ownDatabase();

  it('a run waits in the record, and a worker takes it when Redis is back (F07)', async () => {
    const port = await freePort();
    const db = openDb(database.url);
    const here = await makeWorld(db.sql);
    const queues = await makeQueues({ databaseUrl: database.url, redisUrl: `redis://127.0.0.1:${port}` });
    const queue = openReportQueue(queues);
    openReportWorker(queues, db);
    const open = await openReportRelay(db, queue, () => {});
    const asked = { report: 'monthly' as const, operations: [here.operation], userId: here.userId };
    const { id } = await askReportRun(db, { ...asked, month: present });
    const waiting = setInterval(() => void keepWaiting(db, [id]), 1_000);
    const runNow = async () => (await listReportRuns(db, [id]))[0]!;
    // Idle so long, a web process would do it itself.
    await until(async () => (await runNow()).idleMs > 3_000);
    expect(await runNow()).toMatchObject({ state: 'queued' });
    const redis = await startRedis({ port });
    onTestFinished(() => redis.stop());
    await until(async () => (await runNow()).state === 'done', 20_000);
    clearInterval(waiting);
    await open.close();
    await queues.close(500);
    await db.close();
  }, 40_000);
});
