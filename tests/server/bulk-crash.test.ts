import { expect, it } from 'vitest';
import { openDb } from '../../db/connection/open.ts';
import { everyPermission } from '../../machines/access/permissions.ts';
import { addDays, today } from '../../machines/calendar/slots.ts';
import { ownDatabase } from '../support/database.ts';
import { addOrder, addReason, addUser, addVisit, makeWorld } from '../support/fixtures.ts';
import { freePort } from '../support/free-port.ts';
import { killableWeb } from '../support/killable-web.ts';
import { callerOf, openSession } from '../support/web-server.ts';

// F20: 200 visits rescheduled at once, and kill -9 in the middle of it.

const database = ownDatabase();
const web = killableWeb(database);
const size = 200;
const rounds = 8;
const wait = (ms: number) => new Promise((next) => setTimeout(next, ms));

it('a bulk of 200 that is killed half-way moves all of them or none, and the retry moves them once', async () => {
  const db = openDb(database.url);
  const { sql } = db;
  const port = await freePort();
  const caller = callerOf(`http://127.0.0.1:${port}`);
  const world = await makeWorld(sql);
  await addReason(sql, { value: 40, text: 'Pide otra fecha', cancels: true, reschedules: true });
  const token = await openSession(sql, await addUser(sql, world.operation, {}, everyPermission));
  const orderNumber = await addOrder(sql, world.clientId);
  let day = addDays(today(new Date()), 1);

  const two00 = async () => {
    const ids: number[] = [];
    for (let i = 0; i < size; i++) ids.push(await addVisit(sql, { ...world, orderNumber }));
    return ids;
  };
  const reschedule = (ids: number[], key: string) =>
    caller.call(
      'visit/reschedule',
      {
        visit_id: ids,
        new_date: day,
        new_timestripe: world.slotId,
        new_status: 40,
        reschedule_comments: 'corte en la zona',
      },
      { token, key },
    );
  /** How many of them moved, and whether every link holds in both directions. */
  const look = async (ids: number[]) => {
    const [row] = await sql<{ moved: number; broken: number; next: number }[]>`
      select count(*) filter (where v.rescheduled)::int as moved,
        count(*) filter (where v.rescheduled and n.rescheduled_previous is distinct from v.id)::int as broken,
        (select count(*)::int from visits where rescheduled_previous = any(${ids}::int[])) as next
      from visits v left join visits n on n.id = v.rescheduled_next where v.id = any(${ids}::int[])`;
    return row!;
  };

  await web.start(port);
  const began = Date.now();
  expect((await reschedule(await two00(), 'calm')).status).toBe(200);
  const lasts = Date.now() - began;

  const outcomes: number[] = [];
  for (let round = 0; round < rounds; round++) {
    day = addDays(day, 1);
    const ids = await two00();
    const sent = reschedule(ids, `bulk-${round}`).then(
      (answer) => answer.status,
      () => 'cut',
    );
    // From before it begins to after it should be done.
    await wait(((lasts / 4) * round) / (rounds - 1));
    web.kill();
    const answered = await sent;
    await web.start(port);
    // What the killed process left open is rolled back when PostgreSQL notices; the retry waits for it.
    const again = await reschedule(ids, `bulk-${round}`);
    expect(again.status, again.text).toBe(200);
    const after = await look(ids);
    expect(after, `round ${round}, first answered ${answered}`).toEqual({
      moved: size,
      broken: 0,
      next: size,
    });
    expect(again.body.data.new_id).toHaveLength(size);
    outcomes.push(answered === 200 ? 1 : 0);
  }
  expect(outcomes, 'some were cut').toContain(0);

  // Killed, and never tried again: all or nothing stands in the record by itself.
  const ids = await two00();
  void reschedule(ids, 'alone').catch(() => {});
  await wait(lasts / 8);
  web.kill();
  await wait(1_000);
  const left = await look(ids);
  expect([0, size]).toContain(left.moved);
  expect(left).toMatchObject({ broken: 0, next: left.moved });

  const [gap] =
    await sql`select version - (select count(*) from events where operation = code) as n from operations
    where code = ${world.operation}`;
  expect(Number(gap!.n)).toBe(0);
  const twice = await sql`select key from notices group by key having count(*) > 1`;
  expect([...twice]).toEqual([]);
  await db.close();
}, 120_000);
