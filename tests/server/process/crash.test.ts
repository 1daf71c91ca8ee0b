import { expect, it } from 'vitest';
import { openDb } from '../../../db/connection/open.ts';
import { listWrongCounters } from '../../../db/record/places.ts';
import { everyPermission } from '../../../machines/access/permissions.ts';
import { addDays, today } from '../../../machines/calendar/slots.ts';
import { limit } from '../../gate/limits.mjs';
import { freePort } from '../../support/free-port.ts';
import { ownDatabase } from '../../support/postgres/database.ts';
import { killableWeb } from '../../support/processes/killable-web.ts';
import { type Answer, callerOf, openSession } from '../../support/processes/web-server.ts';
import {
  addClient,
  addOrder,
  addReason,
  addSlot,
  addTechnician,
  addUser,
  addVisit,
  makeWorld,
} from '../../support/record/fixtures.ts';

// F01: kill -9 of a web process in the middle of commands.

const database = ownDatabase();
const web = killableWeb(database);

type Entry = { token: string; key: string; path: string; body: object; answer: Answer; tries: number };

it('killed five times under load, it loses nothing that it acknowledged and does nothing twice (F01)', async () => {
  const db = openDb(database.url);
  const port = await freePort();
  const caller = callerOf(`http://127.0.0.1:${port}`);
  const journal: Entry[] = [];
  let keys = 0;
  let ending = false;

  /** Sends a command until it is answered, always under the same key; a refusal of what must work is a failure. */
  async function act(token: string, path: string, body: object): Promise<Answer> {
    const key = `crash-${++keys}`;
    for (let tries = 1; ; tries++) {
      try {
        const answer = await caller.call(path, body, { token, key });
        if (answer.status === 503) continue;
        journal.push({ token, key, path, body, answer, tries });
        return answer;
      } catch {
        await new Promise((next) => setTimeout(next, 30));
      }
    }
  }

  const world = await makeWorld(db.sql);
  // As many places as the creations need: one each, which they give back.
  const places = await addSlot(db.sql, world.operation, {
    name: 'Tarde',
    fromHour: 14,
    toHour: 18,
    capacity: 2,
  });
  await addReason(db.sql, { value: 6, text: 'Concluida', finalizes: true });
  await addReason(db.sql, { value: 30, text: 'Ausente', cancels: true, responsible: 'cliente' });
  const dispatcher = await openSession(db.sql, await addUser(db.sql, world.operation, {}, everyPermission));
  /** One technician's day, over and over: each step is allowed only if the one before it was done exactly once. */
  async function work({ userId, technicianId }: { userId: number; technicianId: number }) {
    const token = await openSession(db.sql, userId);
    while (!ending) {
      const visit_id = await addVisit(db.sql, { ...world, technicianId }, { technicianId: null });
      await act(token, 'visit/attach', { visit_id });
      await act(token, 'visit/detach', { visit_id, notes: 'vuelvo más tarde' });
      await act(token, 'visit/attach', { visit_id });
      await act(token, 'visit/set_on_the_way', { visit_id, on_the_way: true });
      await act(token, 'visit/finish', { visit_id, status: 6 });
    }
  }
  // One after the other: the fixtures number by what is there.
  let making = Promise.resolve('');
  const nextOrder = () => {
    making = making.then(async () => addOrder(db.sql, await addClient(db.sql, world.operation)));
    return making;
  };
  async function create() {
    while (!ending) {
      const orderNumber = await nextOrder();
      const possibleDate = addDays(today(new Date()), 1);
      const order = { ot_type: 1, ot_number: orderNumber, possibleDate, timestripe: places };
      const { body } = await act(dispatcher, 'visit/create', order);
      const cancel = { visit_id: body.data.visit_id, status: 30, extra_comments: 'no hace falta' };
      await act(dispatcher, 'visit/finish', cancel);
    }
  }

  await web.start(port);
  const crew = [
    world,
    await addTechnician(db.sql, world.operation),
    await addTechnician(db.sql, world.operation),
  ];
  const load = [...crew.map(work), create(), create()];
  for (let kill = 0; kill < 5; kill++) {
    const before = journal.length;
    // Killed while commands are under way, after some were acknowledged.
    while (journal.length < before + 15 + kill * 7) await new Promise((next) => setTimeout(next, 3));
    web.kill();
    const killed = Date.now();
    await web.start(port);
    expect(Date.now() - killed, 'back within 5 s').toBeLessThan(limit(5_000));
  }
  ending = true;
  await Promise.all(load);

  expect(
    journal.filter(({ answer }) => answer.status !== 200).map(({ path, answer }) => `${path} ${answer.text}`),
  ).toEqual([]);
  expect(journal.length).toBeGreaterThan(100);
  expect(journal.filter(({ tries }) => tries > 1).length, 'commands that met a kill').toBeGreaterThan(0);

  // Acknowledged but missing, done twice: none.
  const written = await db.sql<
    { key: string; n: number }[]
  >`select key, count(*)::int as n from events group by key`;
  expect(written.filter(({ n }) => n !== 1)).toEqual([]);
  expect(new Set(written.map(({ key }) => key))).toEqual(new Set(journal.map(({ key }) => key)));

  // A retry with the same key, now that everything went on since: the same answer, and nothing happens.
  for (const { token, key, path, body, answer } of journal.filter(
    (one, at) => one.tries > 1 || at % 5 === 0,
  )) {
    const again = await caller.call(path, body, { token, key });
    expect(again.text).toBe(answer.text);
  }
  const [{ n }] = (await db.sql`select count(*)::int as n from events`) as unknown as [{ n: number }];
  expect(n).toBe(journal.length);

  const broken = await db.sql`
    select 'versions with a gap' as what, o.code::text as which from operations o
      where o.version <> (select count(*) from events where operation = o.code)
        or o.version <> (select coalesce(max(version), 0) from events where operation = o.code)
    union all
    select 'a visit''s version is not its changes', v.id::text from visits v
      where v.version <> (select count(*) from events e where e.visit_id = v.id and e.name <> 'visit.created') + 1
    union all
    select 'an event without its outbox row', e.version::text from events e
      where not exists (select 1 from outbox b where b.operation = e.operation and b.version = e.version)
    union all
    select 'a visit left half', v.id::text from visits v where v.on_the_way and v.finished
    union all
    select 'more messages than departures', n.visit_id::text from notices n where n.audience = 'customer'
      group by n.visit_id, n.template having count(*) > 1
    union all
    select 'an order with two visits', order_number from visits where creator_id is not null group by order_number having count(*) > 1`;
  expect([...broken]).toEqual([]);
  expect(await listWrongCounters(db.sql), 'places that no visit holds, or not counted').toEqual([]);
  await db.close();
}, 120_000);
