import type { Socket } from 'socket.io-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { generateReport } from '../../../db/commands/reports/generate-report.ts';
import { openDb } from '../../../db/connection/open.ts';
import { askReportRun, listReportRuns } from '../../../db/queues/report-runs.ts';
import { readPart } from '../../../db/reads/reports/kept/part.ts';
import { everyPermission, type Permission } from '../../../machines/access/permissions.ts';
import { addMonths, monthOf } from '../../../machines/calendar/month.ts';
import { today } from '../../../machines/calendar/slots.ts';
import { limit } from '../../gate/limits.mjs';
import { connected, openSession, type WebServer, webServer } from '../../support/processes/web-server.ts';
import { addUser, makeWorld, type World } from '../../support/record/fixtures.ts';
import { until } from '../../support/until.ts';

// Users who wait for a report get its progress; a run that no user waits for ends; one that no worker takes is done here.

const { web, sql, url, another } = webServer();
let here: World;
let back = 0;
const operations: string[] = [];
beforeAll(async () => {
  here = await makeWorld(sql());
  operations.push(here.operation);
  for (let i = 0; i < 4; i++) operations.push((await makeWorld(sql())).operation);
});

type News = { run: string; state: string; progress: number };

/** A tab of a user of these operations that waits for runs, saying so as the screens do. */
async function tab(
  from: WebServer = web(),
  as = operations,
  permissions: readonly Permission[] = everyPermission,
) {
  const userId = await addUser(sql(), as[0]!, {}, permissions);
  for (const operation of as.slice(1))
    await sql()`insert into user_operations (user_id, operation) values (${userId}, ${operation})`;
  const socket: Socket = from.socket(await openSession(sql(), userId));
  const received: News[] = [];
  socket.on('report', (news: News) => received.push(news));
  expect(await connected(socket)).toBe('connected');
  let again: NodeJS.Timeout | undefined;
  return {
    received,
    userId,
    wait(run: unknown) {
      socket.emit('report', { run });
      again = setInterval(() => socket.emit('report', { run }), 1_000);
    },
    leave() {
      clearInterval(again);
      socket.close();
    },
    stop: () => clearInterval(again),
  };
}

const ask = (codes = operations) =>
  askReportRun(web().db, {
    report: 'segments',
    operations: codes,
    month: addMonths(monthOf(today(new Date())), --back),
    userId: 1,
  });
const stateOf = async (id: string) => (await listReportRuns(web().db, [id]))[0]!.state;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('a run of a report', () => {
  it('publishes its progress to those who wait, at two web processes, and ends in done', async () => {
    const [ana, luis] = [await tab(), await tab(await another())];
    const { id } = await ask();
    ana.wait(id);
    luis.wait(id);
    await until(() => ana.received.length > 0 && luis.received.length > 0);
    await generateReport(web().db, id, async (db, part) => {
      await pause(200);
      return readPart(db, part);
    });
    for (const { received } of [ana, luis]) {
      await until(() => received.at(-1)?.state === 'done');
      const shown = received.filter(({ state }) => state !== 'queued').map(({ progress }) => progress);
      expect(shown).toEqual([...shown].sort((a, b) => a - b));
      expect(shown.length).toBeGreaterThan(3);
      expect(received.at(-1)).toEqual({ run: id, state: 'done', progress: 100 });
    }
    // A late tab gets its end.
    const late = await tab();
    late.wait(id);
    await until(() => late.received.length === 1);
    for (const one of [ana, luis, late]) one.leave();
  });

  it('is published to no user who does not reach its operations, or may not read reports, or asks for nonsense', async () => {
    const without = everyPermission.filter((one) => one !== 'can_read_reports');
    const ana = await tab();
    const [stranger, forbidden] = [
      await tab(web(), operations.slice(0, 4)),
      await tab(web(), operations, without),
    ];
    const { id } = await ask();
    for (const one of [stranger, forbidden, ana]) one.wait(id);
    for (const wrong of ['x', 7, null, '00000000-0000-4000-8000-000000000000']) stranger.wait(wrong);
    await generateReport(web().db, id);
    await until(() => ana.received.at(-1)?.state === 'done');
    expect([stranger.received, forbidden.received]).toEqual([[], []]);
    for (const one of [stranger, forbidden, ana]) one.leave();
  });

  it('is published no more to a user who lost one of its operations (F28)', async () => {
    const [ana, luis] = [await tab(), await tab()];
    const { id } = await ask();
    await generateReport(web().db, (await ask()).id);
    for (const one of [ana, luis]) one.wait(id);
    await until(() => ana.received.length === 1);
    await sql()`delete from user_operations where user_id = ${ana.userId} and operation = ${operations[4]!}`;
    // So long the server may take to read the rights again; nothing says when it has.
    await pause(2_300);
    const received = ana.received.length;
    await generateReport(web().db, id);
    await until(() => luis.received.at(-1)?.state === 'done');
    expect(ana.received.slice(received).filter(({ state }) => state === 'done')).toEqual([]);
    for (const one of [ana, luis]) one.leave();
  });

  it('is kept alive by who waits, and cancelled within seconds of their leaving', async () => {
    const ana = await tab();
    const { id } = await ask();
    ana.wait(id);
    const slowDb = openDb(url(), { reads: 2, writes: 2, transactions: 1, statementMs: 60_000 });
    const running = generateReport(slowDb, id, async (db) => {
      return [...(await db.sql`select pg_sleep(50)::text`)];
    });
    await pause(11_500);
    expect(await stateOf(id)).toBe('running');
    ana.stop();
    const silentSince = Date.now();
    await running;
    expect(await stateOf(id)).toBe('cancelled');
    await slowDb.close();
    expect(Date.now() - silentSince).toBeLessThan(limit(13_000));
    ana.leave();
  }, 45_000);

  it('that no worker takes, as without Redis, is generated by the web process where a user waits', async () => {
    const [ana, luis] = [await tab(), await tab(await another())];
    const { id } = await ask();
    ana.wait(id);
    luis.wait(id);
    for (const { received } of [ana, luis]) await until(() => received.at(-1)?.state === 'done', 8_000);
    const [row] = await sql()`select attempts from report_runs where id = ${id}`;
    expect(row).toEqual({ attempts: 1 });
    for (const one of [ana, luis]) one.leave();
  }, 15_000);
});
