import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { setOnTheWay } from '../../db/commands/field/set-on-the-way.ts';
import { takeVisit } from '../../db/commands/field/take-visit.ts';
import { openDb } from '../../db/connection/open.ts';
import type { Changes } from '../../db/feed/changes.ts';
import { type Feed, openFeed } from '../../db/feed/feed.ts';
import { actorOf, makeWorld } from '../support/fixtures.ts';
import { openRecord } from '../support/open-record.ts';
import { startProxy } from '../support/tcp-proxy.ts';
import { until } from '../support/until.ts';

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
    for (const [index, { after }] of received.entries()) expect(after).toBe(received[index - 1]?.to ?? 0);
  });
});
