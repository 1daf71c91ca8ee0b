import { beforeAll, expect, it } from 'vitest';
import { finishVisit } from '../../../db/commands/field/finish-visit.ts';
import { askReport } from '../../../db/commands/reports/ask-report.ts';
import { generateReport } from '../../../db/commands/reports/generate-report.ts';
import { type ReadPart, readPart } from '../../../db/reads/reports/kept/part.ts';
import { readReport } from '../../../db/reads/reports/read-report.ts';
import type { Actor } from '../../../machines/access/permissions.ts';
import { monthOf } from '../../../machines/calendar/month.ts';
import { today } from '../../../machines/calendar/slots.ts';
import { openRecord } from '../../support/postgres/open-record.ts';
import { actorOf, addReason, addVisit, makeWorld, type World } from '../../support/record/fixtures.ts';
import { until } from '../../support/until.ts';

// How a screen gets a month: at once when it is kept, after a moment when a worker is quick, else as a run to wait for.

const record = openRecord({ reads: 4, writes: 3, transactions: 2 });
const month = monthOf(today(new Date()));
let here: World;
let actor: Actor;
beforeAll(async () => {
  here = await makeWorld(record().sql);
  actor = await actorOf(record().sql, here.userId);
  await addReason(record().sql, { value: 30, text: 'Ausente', cancels: true });
});

const ask = (since: number | null = null) =>
  askReport(record(), actor, 'cancellation_reasons', { operations: null, month }, since);
/** A worker that takes the next run as soon as there is one. */
async function work(read?: ReadPart) {
  let id: string | undefined;
  await until(async () => {
    const [row] = await record().sql<{ id: string }[]>`select id from report_runs where state = 'queued'`;
    id = row?.id;
    return id !== undefined;
  });
  await generateReport(record(), id!, read);
}
const fresh = () =>
  readReport(record(), actor, 'cancellation_reasons', {
    operations: null,
    month,
    timeframe: 'all',
    now: new Date(),
  });
const cancelOne = async () => {
  const visitId = await addVisit(record().sql, here, { onTheWay: true });
  const answer = await finishVisit(
    { db: record(), actor },
    { visit_id: visitId, status: 30, extra_comments: 'No había nadie' },
  );
  expect(answer).toMatchObject({ cancelled: true });
};

it('what a worker generates within a moment is the answer, and the next one needs no worker', async () => {
  await cancelOne();
  const [answer] = await Promise.all([ask(), work()]);
  expect(answer).toEqual({ rows: await fresh() });
  expect(await ask()).toEqual({ rows: await fresh() });
});

it('what takes longer is a run, asked again with its instant; changes after the question do not start it over', async () => {
  await cancelOne();
  let letGo = () => {};
  const answered = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const slow = work(async (db, part) => {
    const rows = await readPart(db, part);
    await answered;
    return rows;
  });
  const answer = await ask();
  expect(answer).toMatchObject({ progress: 0 });
  const { since, run } = answer as { since: number; run: string };
  const then = await fresh();
  await cancelOne();
  expect(await ask(since)).toMatchObject({ run });
  letGo();
  await slow;
  expect(await ask(since)).toEqual({ rows: then });
  const [newer] = await Promise.all([ask(), work()]);
  expect(newer).toEqual({ rows: await fresh() });
});

it('what fails is said to have failed, and may be asked again', async () => {
  await cancelOne();
  const poison: ReadPart = async () => {
    throw new Error('poison');
  };
  const failing = (async () => {
    await work(poison).catch(() => {});
    await work(poison).catch(() => {});
  })();
  expect(await ask()).toEqual({ failed: true });
  await failing;
  const [again] = await Promise.all([ask(), work()]);
  expect(again).toEqual({ rows: await fresh() });
});

it('who has no operation has no rows, and starts nothing', async () => {
  const stranger = { ...actor, operations: [] };
  expect(
    await askReport(record(), stranger, 'segments', { operations: [here.operation], month }, null),
  ).toEqual({ rows: [] });
});

it('what neither a worker nor a socket has taken care of is generated where it is asked again', async () => {
  await cancelOne();
  const { since } = (await ask()) as { since: number };
  await record().sql`delete from report_results`;
  await record().sql`update report_runs set created_at = now() - interval '5 seconds' where state = 'queued'`;
  expect(await ask(since)).toEqual({ rows: await fresh() });
});
