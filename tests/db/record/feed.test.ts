import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { finishVisit } from '../../../db/commands/field/finish-visit.ts';
import { releaseVisit } from '../../../db/commands/field/release-visit.ts';
import { setOnTheWay } from '../../../db/commands/field/set-on-the-way.ts';
import { takeVisit } from '../../../db/commands/field/take-visit.ts';
import { editVisit } from '../../../db/commands/visits/edit-visit.ts';
import { placeVisits } from '../../../db/commands/visits/place-visits.ts';
import { type Db, openDb } from '../../../db/connection/open.ts';
import { type Changes, readChanges } from '../../../db/feed/changes.ts';
import { type Feed, openFeed } from '../../../db/feed/feed.ts';
import { takeStep } from '../../../db/record/take-step.ts';
import { transact } from '../../../db/record/transact.ts';
import { lockVisit } from '../../../db/record/visit-row.ts';
import { isRefusal } from '../../../machines/words/refusals.ts';
import { openRecord } from '../../support/postgres/open-record.ts';
import { startProxy } from '../../support/processes/tcp-proxy.ts';
import { actorOf, addReason, addSlot, addVisit, makeWorld } from '../../support/record/fixtures.ts';
import { until } from '../../support/until.ts';

const record = openRecord();
let feed: Feed | undefined;
afterEach(() => feed?.close());

async function listenTo(operation: string): Promise<Changes[]> {
  const received: Changes[] = [];
  feed = await openFeed(record(), {
    wanted: (code) => code === operation,
    onChanges: (_, changes) => received.push(changes as Changes),
    onError: (error) => {
      throw error;
    },
  });
  return received;
}

describe('the feed', () => {
  it.each([
    ['listened to from the start', true],
    ['without a listener at first', false],
  ])('publishes the very first change of an operation %s', async (_, fromTheStart) => {
    const { operation, visitId, userId } = await makeWorld(record().sql, { visit: { technicianId: null } });
    let wanted = fromTheStart;
    const received: Changes[] = [];
    feed = await openFeed(record(), {
      wanted: (code) => wanted && code === operation,
      onChanges: (_, changes) => received.push(changes as Changes),
    });
    wanted = true;
    const actor = await actorOf(record().sql, userId);
    await takeVisit({ db: record(), actor, key: 'first' }, { visit_id: visitId });
    await until(() => received.length > 0);
    expect(received[0]).toMatchObject({
      operation,
      after: 0,
      to: 1,
      events: [{ version: 1, name: 'visit.taken', visitId, key: 'first' }],
      orders: [],
    });
    expect(received[0]!.visits.map(([id, version]) => [id, version])).toEqual([[visitId, 2]]);
  });

  it.each(['this process', 'another process'])(
    'receives what %s changed by the notification alone',
    async (where) => {
      const { operation, visitId, userId } = await makeWorld(record().sql, { visit: { technicianId: null } });
      const received: Changes[] = [];
      feed = await openFeed(record(), {
        wanted: (code) => code === operation,
        onChanges: (_, changes) => received.push(changes as Changes),
        pollMs: 600_000,
      });
      const other = openDb(record.url());
      onTestFinished(() => other.close());
      const db = where === 'this process' ? record() : other;
      await takeVisit({ db, actor: await actorOf(db.sql, userId) }, { visit_id: visitId });
      await until(() => received.length > 0);
    },
  );

  it('starts without the record, and publishes changes once that is there', async () => {
    const { operation, visitId, userId } = await makeWorld(record().sql, { visit: { technicianId: null } });
    const target = new URL(record.url());
    const proxy = await startProxy(Number(target.port));
    target.port = String(proxy.port);
    await proxy.cut();
    const far = openDb(target.href);
    const received: Changes[] = [];
    try {
      feed = await openFeed(far, {
        wanted: (code) => code === operation,
        onChanges: (_, changes) => received.push(changes as Changes),
      });
      await proxy.restore();
      await until(() => feed!.known(operation) !== undefined, 10_000);
      const actor = await actorOf(record().sql, userId);
      await takeVisit({ db: record(), actor }, { visit_id: visitId });
      await until(() => received.length > 0, 10_000);
      await feed.close();
    } finally {
      await far.close();
      await proxy.close();
    }
  });

  it('publishes changes that come close together in order, each once', async () => {
    const { operation, visitId, userId } = await makeWorld(record().sql);
    const received = await listenTo(operation);
    const actor = await actorOf(record().sql, userId);
    for (let turn = 0; turn < 20; turn++)
      await setOnTheWay({ db: record(), actor }, { visit_id: visitId, on_the_way: turn % 2 === 0 });
    await until(() => received.at(-1)?.to === 20);
    expect(received.flatMap(({ events }) => events.map(({ version }) => version))).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
    for (const [index, { after, to, visits }] of received.entries()) {
      expect(after).toBe(received[index - 1]?.to ?? 0);
      // Not older than the last of them.
      expect(visits.map(([id]) => id)).toEqual([visitId]);
      expect(visits[0]![1]).toBeGreaterThan(to);
    }
  });

  it('publishes of a command of this process what a read of the record gives', async () => {
    const { operation, visitId, userId, technicianId, ...place } = await makeWorld(record().sql, {
      visit: { technicianId: null },
    });
    const more = { operation, technicianId, ...place };
    const others = [await addVisit(record().sql, more), await addVisit(record().sql, more)];
    const afternoon = await addSlot(record().sql, operation, { name: 'Tarde', fromHour: 14, toHour: 18 });
    await addReason(record().sql, { value: 7, text: 'Concluida sin cumplir', finalizes: true });
    const received = await listenTo(operation);
    const by = { db: record(), actor: await actorOf(record().sql, userId) };
    const commands = [
      () => takeVisit({ ...by, key: 'a' }, { visit_id: visitId }),
      () => setOnTheWay(by, { visit_id: visitId, on_the_way: true }),
      () => setOnTheWay(by, { visit_id: visitId, on_the_way: false }),
      () => releaseVisit(by, { visit_id: visitId, notes: 'no llego' }),
      () => editVisit(by, { visit_id: visitId, tech_id: technicianId, tech_comments: 'timbre roto' }),
      () => editVisit({ ...by, key: 'b' }, { visit_id: visitId, timestripe_id: afternoon }),
      () => placeVisits(by, { visit_id: others, timestripe_id: afternoon, tech_id: null }),
      () => finishVisit(by, { visit_id: others[0], status: 7 }),
    ];
    let to = 0;
    for (const act of commands) {
      const answer = await act();
      expect(isRefusal(answer) ? answer : null).toBeNull();
      await until(() => received.length > 0);
      const changes = received.splice(0);
      expect(changes).toHaveLength(1);
      const inOrder = (one: Changes) => ({
        ...one,
        visits: one.visits.toSorted(([a], [b]) => (a! < b! ? -1 : 1)),
      });
      const read = (await readChanges(record(), operation, to)) as Changes;
      expect(inOrder(changes[0]!)).toEqual(inOrder(read));
      to = changes[0]!.to;
    }
    expect(to).toBeGreaterThan(commands.length);
  });

  it('publishes a command that touches an order whole, in one piece', async () => {
    const { operation, visitId, userId } = await makeWorld(record().sql);
    const received = await listenTo(operation);
    const by = { db: record(), actor: await actorOf(record().sql, userId) };
    const both = await transact(by, async (frame) => {
      const visit = (await lockVisit(frame.tx, visitId, by.actor.operations))!;
      const noted = takeStep(frame, visit, { type: 'ADD_NOTE' }, { data: { note: 'timbre roto' } });
      if (!isRefusal(noted))
        frame.record({ operation, name: 'order.changed', orderNumber: visit.orderNumber });
      return noted;
    });
    expect(isRefusal(both)).toBe(false);
    await until(() => received.at(-1)?.to === 2);
    expect(received.map(({ after, to }) => [after, to])).toEqual([[0, 2]]);
    expect(received[0]!.orders).toHaveLength(1);
  });

  it('publishes commands of this process while every read waits', async () => {
    const { operation, visitId, userId } = await makeWorld(record().sql);
    const db = openDb(record.url(), { reads: 1, statementMs: 60_000 });
    const received: Changes[] = [];
    feed = await openFeed(db, {
      wanted: (code) => code === operation,
      onChanges: (_, changes) => received.push(changes as Changes),
    });
    let reads = 'wait';
    const sleep = db.sql`select pg_sleep(50)`;
    const asleep = sleep.then(
      () => {},
      () => {
        reads = 'go on';
      },
    );
    try {
      const by = { db, actor: await actorOf(record().sql, userId) };
      for (let turn = 0; turn < 20; turn++)
        await editVisit(by, { visit_id: visitId, tech_comments: `Tocar timbre ${turn}` });
      await until(() => received.at(-1)?.to === 20);
      expect(reads).toBe('wait');
    } finally {
      sleep.cancel();
      await asleep;
      await feed.close();
      await db.close();
    }
  });

  it('publishes without a gap, and ends at the record, while two processes change the same visits', async () => {
    const { operation, userId, ...place } = await makeWorld(record().sql, { visit: { technicianId: null } });
    const more = { ...place, operation };
    const visits = [place.visitId];
    while (visits.length < 2) visits.push(await addVisit(record().sql, more, { technicianId: null }));
    const other = openDb(record.url());
    onTestFinished(() => other.close());
    const received = await listenTo(operation);
    const actor = await actorOf(record().sql, userId);
    const change = async (db: Db, turn: number) => {
      const visit_id = visits[turn % visits.length]!;
      if (turn % 3 === 0) await editVisit({ db, actor }, { visit_id, tech_id: place.technicianId });
      else if (turn % 3 === 1) await releaseVisit({ db, actor }, { visit_id, notes: 'no llego' });
      else await takeVisit({ db, actor }, { visit_id });
    };
    await Promise.all(
      [record(), other].map(async (db, which) => {
        for (let turn = 0; turn < 60; turn += 4)
          await Promise.all([0, 1, 2, 3].map((offset) => change(db, turn + offset + which)));
      }),
    );
    const [{ version }] = await record().sql<[{ version: number }]>`
      select version from operations where code = ${operation}`;
    expect(version).toBeGreaterThan(30);
    await until(() => received.at(-1)?.to === version);
    const steps = new Map<unknown, number>();
    for (const [index, { after, events, visits }] of received.entries()) {
      expect(after).toBe(received[index - 1]?.to ?? 0);
      // Each of these commands is one event: a row is never older than the events that came with it.
      for (const { visitId } of events) steps.set(visitId, (steps.get(visitId) ?? 0) + 1);
      for (const [id, version] of visits) expect(version).toBeGreaterThan(steps.get(id)!);
    }
    const shown = new Map(received.flatMap((changes) => changes.visits.map((row) => [row[0], row])));
    const all = (await readChanges(record(), operation, 0)) as Changes;
    for (const row of all.visits) expect(shown.get(row[0])).toEqual(row);
  });
});
