import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passDeadlines } from '../../db/commands/field/pass-deadlines.ts';
import { type Db, openDb } from '../../db/connection/open.ts';
import { ownDatabase } from '../support/postgres/database.ts';
import { makeWorld } from '../support/record/fixtures.ts';

const database = ownDatabase();
let db: Db;
beforeAll(() => {
  db = openDb(database.url);
});
afterAll(() => db?.close());

/** A local hour of Buenos Aires, which is three behind UTC all year. */
const local = (text: string) => new Date(`${text}-03:00`);
const day = '2026-03-05';
const nothing = { delayed: 0, released: 0 };
const visitOf = async (id: number) =>
  (
    await db.sql`
      select status_id, delayed, delayed_while_on_the_way, on_the_way, technician_id, detached
      from visits where id = ${id}`
  )[0];
/** Each test leaves nothing that the next one's clock would find due. */
const close = (id: number) => db.sql`
  update visits set cancelled = true, on_the_way = false, closed_at = now() where id = ${id} and not delayed`;

describe("a slot's end", () => {
  it('delays an open visit, not a second before, and remembers that it was on the way', async () => {
    const { visitId, technicianId } = await makeWorld(db.sql, { visit: { day, onTheWay: true } });
    expect(await passDeadlines(db, local(`${day}T12:59:59`))).toEqual(nothing);
    expect(await visitOf(visitId)).toMatchObject({ statusId: 1, delayed: false });
    expect(await passDeadlines(db, local(`${day}T13:00:00`))).toEqual({ delayed: 1, released: 0 });
    expect(await visitOf(visitId)).toEqual({
      ...{ statusId: 17, delayed: true, delayedWhileOnTheWay: true },
      ...{ onTheWay: false, technicianId, detached: false },
    });
    const [event] = await db.sql`select name, actor_id, actor_name from events where visit_id = ${visitId}`;
    expect(event).toEqual({ name: 'visit.delayed', actorId: null, actorName: 'Agenda técnica' });
    expect(await passDeadlines(db, local(`${day}T13:00:10`))).toEqual(nothing);
  });

  it('delays late rather than never, days after', async () => {
    const { visitId } = await makeWorld(db.sql, { visit: { day } });
    expect(await passDeadlines(db, local('2026-03-09T08:00:00'))).toEqual({ delayed: 1, released: 0 });
    expect(await visitOf(visitId)).toMatchObject({ statusId: 17, delayedWhileOnTheWay: false });
  });

  it('is of no concern to a visit without a technician, nor to a closed one', async () => {
    const free = await makeWorld(db.sql, { visit: { day, technicianId: null } });
    await makeWorld(db.sql, { visit: { day, finished: true, statusId: 6, closedAt: new Date() } });
    expect(await passDeadlines(db, local(`${day}T18:00:00`))).toEqual(nothing);
    expect(await visitOf(free.visitId)).toMatchObject({ statusId: 1, delayed: false });
  });

  it.each([
    ['21 h local is midnight UTC: the day is not over', 7, 23, '21:00:00', nothing],
    ['a slot until 23 h, a minute before', 20, 23, '22:59:00', nothing],
    ['a slot until 23 h, at its end', 20, 23, '23:00:00', { delayed: 1, released: 0 }],
    ['a slot until 21 h, at 21 h', 18, 21, '21:00:00', { delayed: 1, released: 0 }],
  ])('by the local clock: %s (F21)', async (_, fromHour, toHour, hour, expected) => {
    const { visitId } = await makeWorld(db.sql, { slot: { fromHour, toHour }, visit: { day } });
    expect(await passDeadlines(db, local(`${day}T${hour}`))).toEqual(expected);
    await close(visitId);
  });

  it("leaves tomorrow's visits alone at 23:59, whatever the day in UTC (F21)", async () => {
    const world = { slot: { fromHour: 7, toHour: 8 }, visit: { day: '2026-03-06' } };
    const { visitId } = await makeWorld(db.sql, world);
    expect(await passDeadlines(db, local(`${day}T23:59:59`))).toEqual(nothing);
    expect(await passDeadlines(db, local('2026-03-06T00:01:00'))).toEqual(nothing);
    await close(visitId);
  });

  it("delays a visit that was taken after its slot's end within a minute, and leaves the time to depart", async () => {
    const assignedAt = local(`${day}T14:30:00`);
    const { visitId } = await makeWorld(db.sql, { visit: { day, assignedAt } });
    for (const time of ['14:30:00', '14:30:44'])
      expect(await passDeadlines(db, local(`${day}T${time}`))).toEqual(nothing);
    expect(await passDeadlines(db, local(`${day}T14:30:45`))).toEqual({ delayed: 1, released: 0 });
    expect(await visitOf(visitId)).toMatchObject({ statusId: 17 });
  });

  it('leaves alone what a dispatcher left pending after that end, also if it is taken then', async () => {
    const { visitId } = await makeWorld(db.sql, {
      visit: {
        day,
        statusId: 14,
        postponedAt: local(`${day}T14:00:00`),
        assignedAt: local(`${day}T14:30:00`),
      },
    });
    expect(await passDeadlines(db, local(`${day}T23:59:59`))).toEqual(nothing);
    await close(visitId);
  });
});

describe('auto-release', () => {
  const operation = { autoReleaseMinutes: 90 };

  it('detaches a visit that was not set on the way, not before its minute, and remembers whose it was', async () => {
    const { visitId, technicianId } = await makeWorld(db.sql, { operation, visit: { day } });
    expect(await passDeadlines(db, local(`${day}T10:29:59`))).toEqual(nothing);
    expect(await passDeadlines(db, local(`${day}T10:30:00`))).toEqual({ delayed: 0, released: 1 });
    expect(await visitOf(visitId)).toMatchObject({ technicianId: null, detached: true, statusId: 1 });
    const [event] = await db.sql`select name, technician_id from events where visit_id = ${visitId}`;
    expect(event).toEqual({ name: 'visit.auto_released', technicianId });
    const [said] = await db.sql`select detached_by, detached_comments from visits where id = ${visitId}`;
    expect(said).toEqual({
      detachedBy: 'Agenda técnica',
      detachedComments: 'Liberada automáticamente: no se indicó «Voy en camino» a tiempo.',
    });
  });

  it('fires late after a stop within the slot', async () => {
    const { visitId } = await makeWorld(db.sql, { operation, visit: { day } });
    expect(await passDeadlines(db, local(`${day}T12:55:00`))).toEqual({ delayed: 0, released: 1 });
    expect(await visitOf(visitId)).toMatchObject({ technicianId: null, detached: true });
  });

  it('leaves alone who is on the way, and a visit taken after that minute', async () => {
    const departed = await makeWorld(db.sql, { operation, visit: { day, onTheWay: true } });
    const taken = await makeWorld(db.sql, {
      operation,
      visit: { day, assignedAt: local(`${day}T10:45:00`) },
    });
    expect(await passDeadlines(db, local(`${day}T11:00:00`))).toEqual(nothing);
    for (const { visitId } of [departed, taken]) await close(visitId);
  });

  it('happens nowhere without the setting', async () => {
    const { visitId } = await makeWorld(db.sql, { visit: { day } });
    expect(await passDeadlines(db, local(`${day}T12:00:00`))).toEqual(nothing);
    await close(visitId);
  });

  it('of several workers at the same moment, one does it', async () => {
    const { visitId } = await makeWorld(db.sql, { operation, visit: { day } });
    const now = local(`${day}T12:00:00`);
    const all = await Promise.all(Array.from({ length: 8 }, () => passDeadlines(db, now)));
    expect(all.reduce((sum, { released }) => sum + released, 0)).toBe(1);
    const events = await db.sql`select 1 from events where visit_id = ${visitId}`;
    expect(events.count).toBe(1);
  });
});
