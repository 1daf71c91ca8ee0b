import { describe, expect, it } from 'vitest';
import { findReport } from '../../../db/commands/reports/answer-report.ts';
import { generateReport } from '../../../db/commands/reports/generate-report.ts';
import { prune } from '../../../db/commands/retention/prune.ts';
import {
  askReportRun,
  claimReportRuns,
  keepWaiting,
  listReportRuns,
  settleReportRun,
  sweepReportRuns,
  takeReportRun,
} from '../../../db/queues/report-runs.ts';
import { type ReadPart, readPart } from '../../../db/reads/reports/kept/part.ts';
import { transact } from '../../../db/record/transact.ts';
import { addMonths, monthOf } from '../../../machines/calendar/month.ts';
import { today } from '../../../machines/calendar/slots.ts';
import { openRecord } from '../../support/postgres/open-record.ts';
import { actorOf, makeWorld } from '../../support/record/fixtures.ts';
import { until } from '../../support/until.ts';

// The life of a run in the record, by any worker.

const record = openRecord({ reads: 6, writes: 4, transactions: 2 });
const present = monthOf(today(new Date()));
let back = 0;

/** A question of its own: a month that no other test asks for. */
const aQuestion = async (worlds = 1) => {
  const operations: string[] = [];
  for (let i = 0; i < worlds; i++) operations.push((await makeWorld(record().sql)).operation);
  return { report: 'segments', operations, month: addMonths(present, --back), userId: 1 } as const;
};
const run = async (id: string) => (await listReportRuns(record(), [id]))[0];
const lapse = (id: string) =>
  record().sql`update report_runs set waited_until = now() - interval '1 second' where id = ${id}`;
const fallSilent = (id: string, seconds = 11) =>
  record().sql`update report_runs set beat_at = now() - make_interval(secs => ${seconds}) where id = ${id}`;
/** Counts in a query of 30 s, which only a cancellation ends. */
const slowly: ReadPart = async (db) => [...(await db.sql`select pg_sleep(30) as slow_report`)];
const slowQueries = async () =>
  (
    await record().sql`
      select 1 from pg_stat_activity where datname = current_database() and state = 'active'
        and query like '%slow_report%' and pid <> pg_backend_pid()`
  ).count;

describe('a run', () => {
  it('is joined by who asks the same, in any order of operations, and not by who asks another', async () => {
    const asked = await aQuestion(2);
    const [one, two] = await Promise.all([
      askReportRun(record(), asked),
      askReportRun(record(), { ...asked, operations: [...asked.operations].reverse(), userId: 2 }),
    ]);
    expect(two.id).toBe(one.id);
    const other = await askReportRun(record(), { ...asked, operations: asked.operations.slice(0, 1) });
    expect(other.id).not.toBe(one.id);
    await generateReport(record(), one.id);
    expect(await run(one.id)).toMatchObject({ state: 'done', progress: 100, idleMs: 0 });
    expect((await askReportRun(record(), asked)).id).not.toBe(one.id);
  });

  it('is counted once by two who take it, and what it kept is an answer', async () => {
    const asked = await aQuestion(2);
    const { id, since } = await askReportRun(record(), asked);
    const counted: string[] = [];
    const read: ReadPart = (db, part) => {
      counted.push(part.operation);
      return readPart(db, part);
    };
    await Promise.all([generateReport(record(), id, read), generateReport(record(), id, read)]);
    expect(counted).toEqual([...asked.operations].sort());
    const actor = { operations: [...asked.operations] };
    const rows = await findReport(
      record(),
      actor,
      'segments',
      { operations: null, month: asked.month },
      since,
    );
    expect(rows).toHaveLength(2);
  });

  it('without a waiting user is never begun, and ends', async () => {
    const { id } = await askReportRun(record(), await aQuestion());
    await lapse(id);
    let counted = 0;
    await generateReport(record(), id, async () => [counted++]);
    expect(await claimReportRuns(record(), 50)).not.toContainEqual({ id });
    await sweepReportRuns(record());
    expect([(await run(id))!.state, counted]).toEqual(['cancelled', 0]);
  });

  it('that is no longer waited for stops, in the database too, and keeps nothing half', async () => {
    const asked = await aQuestion(2);
    const { id } = await askReportRun(record(), asked);
    const done = generateReport(record(), id, slowly);
    await until(async () => (await slowQueries()) === 1);
    await lapse(id);
    await done;
    expect((await run(id))!.state).toBe('cancelled');
    expect(await slowQueries()).toBe(0);
    const kept = await record()
      .sql`select 1 from report_results where operation = any(${[...asked.operations]}::text[])`;
    expect(kept.count).toBe(0);
    // The next question begins anew.
    const again = await askReportRun(record(), asked);
    await generateReport(record(), again.id);
    expect((await run(again.id))!.state).toBe('done');
  });

  it('is not given up while a user waits', async () => {
    const { id } = await askReportRun(record(), await aQuestion());
    await record().sql`update report_runs set waited_until = now() + interval '1 second' where id = ${id}`;
    await keepWaiting(record(), [id]);
    const slow: ReadPart = async (db) => [...(await db.sql`select pg_sleep(2.5)::text as slept`)];
    await generateReport(record(), id, slow);
    expect((await run(id))!.state).toBe('done');
  });

  it('is taken over from who fell silent, who writes no more; what was counted stays counted', async () => {
    const asked = await aQuestion(2);
    const { id } = await askReportRun(record(), asked);
    const dead = (await takeReportRun(record(), id))!;
    expect(await takeReportRun(record(), id)).toBeUndefined();
    await fallSilent(id);
    expect((await run(id))!.idleMs).toBeGreaterThan(10_000);
    expect(await claimReportRuns(record(), 50)).toContainEqual({ id });
    await generateReport(record(), id);
    await settleReportRun(record(), dead, 'FAIL', 'too late');
    expect((await run(id))!.state).toBe('done');
  });

  it('whose counting throws is tried again once, and then fails; others go on', async () => {
    const [bad, good] = [
      await askReportRun(record(), await aQuestion()),
      await askReportRun(record(), await aQuestion()),
    ];
    const poison: ReadPart = async () => {
      throw new Error('poison');
    };
    await expect(generateReport(record(), bad.id, poison)).rejects.toThrow('poison');
    expect((await run(bad.id))!.state).toBe('queued');
    await expect(generateReport(record(), bad.id, poison)).rejects.toThrow('poison');
    expect((await run(bad.id))!.state).toBe('failed');
    await generateReport(record(), good.id);
    expect((await run(good.id))!.state).toBe('done');
  });

  it('that kills each worker that takes it, or that none takes over, fails', async () => {
    const { id } = await askReportRun(record(), await aQuestion());
    for (let i = 0; i < 5; i++) {
      expect(await takeReportRun(record(), id)).toBeDefined();
      await fallSilent(id);
    }
    expect(await takeReportRun(record(), id)).toBeUndefined();
    const lost = await askReportRun(record(), await aQuestion());
    await takeReportRun(record(), lost.id);
    await fallSilent(lost.id, 61);
    await sweepReportRuns(record());
    expect([(await run(id))!.state, (await run(lost.id))!.state]).toEqual(['failed', 'failed']);
  });

  it('answers a month that changes all the time: with what was read since the question', async () => {
    const world = await makeWorld(record().sql);
    const operations = [world.operation];
    const asked = { report: 'technicians' as const, operations, month: present, userId: 1 };
    const actor = await actorOf(record().sql, world.userId);
    const change = () =>
      transact({ db: record(), actor }, async ({ record: write }) => {
        write({ operation: world.operation, name: 'visit.edited', visitId: world.visitId });
        return null;
      });
    const { id, since } = await askReportRun(record(), asked);
    await generateReport(record(), id);
    await change();
    const question = { operations: null, month: present };
    expect(await findReport(record(), actor, 'technicians', question, since)).toEqual([]);
    expect(await findReport(record(), actor, 'technicians', question)).toBeUndefined();
    // Who joins a run that had counted before a change is not given what it counted.
    const later = await askReportRun(record(), asked);
    expect(await findReport(record(), actor, 'technicians', question, later.since)).toBeUndefined();
  });

  it('is forgotten after a day', async () => {
    const { id } = await askReportRun(record(), await aQuestion());
    await lapse(id);
    await prune(record());
    expect(await run(id)).toBeDefined();
    await record().sql`update report_runs set created_at = now() - interval '25 hours' where id = ${id}`;
    await prune(record());
    expect(await run(id)).toBeUndefined();
  });
});
