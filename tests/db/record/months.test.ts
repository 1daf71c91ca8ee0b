import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, describe, expect, it } from 'vitest';
import { setOnTheWay } from '../../../db/commands/field/set-on-the-way.ts';
import { openDb } from '../../../db/connection/open.ts';
import { migrate } from '../../../db/migrate.ts';
import { keepMonthsAhead, listParts } from '../../../db/months/months.ts';
import { boundsOf, monthOf } from '../../../machines/calendar/month.ts';
import { today } from '../../../machines/calendar/slots.ts';
import { knowZone } from '../../../machines/calendar/zone.ts';
import { ownDatabase } from '../../support/postgres/database.ts';
import { openRecord } from '../../support/postgres/open-record.ts';
import { actorOf, addOrder, addTechnician, addVisit, makeWorld } from '../../support/record/fixtures.ts';

const noon = (day: string) => new Date(`${day}T15:00:00Z`);

describe('the months of a record', () => {
  const db = openRecord();
  const ofMonth = async (table: 'visits' | 'events', month: string) =>
    (await listParts(db().sql, table)).filter((part) => part.month === month);

  it('begin after the first block, which serves the month in which an installation began', async () => {
    // The first part of events ends with that month, which may be over since the template was made.
    const [first] = await listParts(db().sql, 'events');
    const lastDay = new Date(Date.parse(first!.to!) - 86_400_000);
    const before = await listParts(db().sql, 'visits');
    for (let run = 0; run < 3; run++) await keepMonthsAhead(db().transactions, lastDay);
    expect(await listParts(db().sql, 'visits')).toEqual(before);
    const world = await makeWorld(db().sql);
    expect(world.visitId).toBe(1);
  });

  it('are made before they begin, each once, however many processes ask at the same time', async () => {
    await Promise.all(
      Array.from({ length: 8 }, () => keepMonthsAhead(db().transactions, noon('2071-05-10'))),
    );
    for (const month of ['2071-05-01', '2071-06-01', '2071-07-01', '2071-08-01']) {
      expect(await ofMonth('visits', month), month).toHaveLength(1);
      const [events, ...others] = await ofMonth('events', month);
      expect(others).toEqual([]);
      const { begins, ends } = boundsOf(month);
      expect([new Date(events!.from!), new Date(events!.to!)]).toEqual([begins, ends]);
    }
    const before = await listParts(db().sql, 'visits');
    await keepMonthsAhead(db().transactions, noon('2071-05-31'));
    expect(await listParts(db().sql, 'visits')).toEqual(before);
  });

  it('of events join each other without a gap in any TIME_ZONE, also where it was another before', async () => {
    const names = ['America/Mexico_City', 'Europe/Madrid', 'Pacific/Auckland', null];
    const years = [2081, 2082, 2083, 2084];
    for (const [at, name] of names.entries()) {
      knowZone(name);
      await keepMonthsAhead(db().transactions, noon(`${years[at]}-09-10`));
      await keepMonthsAhead(db().transactions, noon(`${years[at]}-12-10`));
    }
    const parts = (await listParts(db().sql, 'events')).filter(({ month }) => month && month >= '2081-09-01');
    const months = years.flatMap((year) => ['09', '10', '11', '12'].map((month) => `${year}-${month}-01`));
    expect(parts.map(({ month }) => month)).toEqual(expect.arrayContaining(months));
    for (const [at, part] of parts.entries()) {
      const next = parts[at + 1];
      const year = part.month!.slice(0, 4);
      if (next && Date.parse(next.from!) - Date.parse(part.to!) < 86_400_000)
        expect(next.from, `${year}: ${next.month}`).toBe(part.to);
    }
    // The installation's first part ends with a month of Argentina.
    const first = (await listParts(db().sql, 'events'))[0]!;
    knowZone('Europe/Madrid');
    const following = monthOf(today(new Date(Date.parse(first.to!) + 86_400_000)));
    await keepMonthsAhead(db().transactions, boundsOf(following).begins);
    expect((await ofMonth('events', following)).map(({ from }) => from)).toEqual([first.to]);
    knowZone(null);
  });

  it('leave no id out of a partition and give none twice, while visits are made at the turn of a month', async () => {
    const place = await makeWorld(db().sql);
    await keepMonthsAhead(db().transactions, noon('2072-02-10'));
    const making = Array.from({ length: 60 }, () => addVisit(db().sql, place));
    const turning = Array.from({ length: 4 }, () => keepMonthsAhead(db().transactions, noon('2072-03-01')));
    const ids = await Promise.all(making);
    await Promise.all(turning);
    ids.push(await addVisit(db().sql, place));
    expect(new Set(ids).size).toBe(61);
    const [march] = await ofMonth('visits', '2072-03-01');
    expect(ids.at(-1)).toBeGreaterThanOrEqual(Number(march!.from));
    expect(ids.at(-1)).toBeLessThan(Number(march!.to));
    const [kept] = await db().sql`
      select count(*)::int as found, count(distinct tableoid)::int as parts from visits where id = any(${ids}::int[])`;
    expect(kept!.found).toBe(61);
  });

  it('are no reason to fail: what has no month yet is kept all the same, and moves into it later', async () => {
    const world = await makeWorld(db().sql);
    const at = noon('2073-01-20');
    await setOnTheWay(
      { db: db(), actor: await actorOf(db().sql, world.userId), now: at },
      { visit_id: world.visitId },
    );
    const where = async () =>
      (
        await db().sql<{ part: string }[]>`
        select tableoid::regclass::text as part from events where operation = ${world.operation} and at = ${at.toISOString()}`
      )[0]!.part;
    expect(await where()).toBe('events_default');
    await keepMonthsAhead(db().transactions, at);
    expect(await where()).toBe('events_2073_01');

    const parts = await listParts(db().sql, 'visits');
    const beyond = Math.max(...parts.map(({ to }) => Number(to ?? 0))) + 5;
    await db().sql`select setval('visits_id_seq', ${beyond}::bigint, false)`;
    const late = await addVisit(db().sql, { ...world, technicianId: null });
    expect(late).toBe(beyond);
    await keepMonthsAhead(db().transactions, noon('2073-05-20'));
    expect(await db().sql`select id from visits where id = ${late}`).toHaveLength(1);
    const next = await addVisit(db().sql, { ...world, technicianId: null });
    expect(next).toBeGreaterThan(late);
  });

  it('are one to a technician: on the way for a visit of each is refused by the database itself', async () => {
    const world = await makeWorld(db().sql);
    const [first] = await listParts(db().sql, 'visits');
    const other = Number(first!.to) - 1;
    await addVisit(db().sql, world, { id: other, orderNumber: await addOrder(db().sql, world.clientId) });
    const [row] = await db().sql`
      select count(distinct tableoid)::int as parts from visits where id in (${world.visitId}, ${other})`;
    expect(row!.parts).toBe(2);
    const leave = (id: number) =>
      db().sql`update visits set on_the_way = true, on_the_way_at = now() where id = ${id}`;
    await leave(world.visitId);
    await expect(leave(other)).rejects.toMatchObject({
      code: '23505',
      constraint_name: 'visits_one_on_the_way',
    });
    // Handed over on the way it is the other technician's, and the first is free.
    const colleague = await addTechnician(db().sql, world.operation);
    await db().sql`update visits set technician_id = ${colleague.technicianId} where id = ${world.visitId}`;
    await leave(other);
    await db().sql`update visits set on_the_way = false where id = any(${[world.visitId, other]}::int[])`;
    expect(
      await db().sql`select * from technicians_on_the_way where visit_id = ${world.visitId}`,
    ).toHaveLength(0);
  });

  it('are made while commands go on: it is never a command that gives way', async () => {
    const { place, ids } = { place: await makeWorld(db().sql), ids: [] as number[] };
    const end = Date.now() + 4_000;
    const working = Array.from({ length: 6 }, async () => {
      while (Date.now() < end)
        await db().transactions.begin(async (tx) => {
          ids.push(await addVisit(tx as never, { ...place, technicianId: null }));
          await tx`select count(*) from visits where client_id = ${place.clientId}`;
          await tx`update operations set version = version + 1 where code = ${place.operation}`;
        });
    });
    for (let year = 2080; year < 2086; year++) await keepMonthsAhead(db().writes, noon(`${year}-06-10`));
    await Promise.all(working);
    expect(new Set(ids).size).toBe(ids.length);
    expect(await ofMonth('events', '2085-09-01')).toHaveLength(1);
  });

  it('hold a chain together: a visit is followed by one other at most, in whatever month', async () => {
    const world = await makeWorld(db().sql);
    await addVisit(db().sql, world, { rescheduledPrevious: world.visitId });
    await expect(addVisit(db().sql, world, { rescheduledPrevious: world.visitId })).rejects.toMatchObject({
      code: '23505',
      constraint_name: 'visits_one_next',
    });
  });
});

describe('a record from before there were months', () => {
  const database = ownDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'agenda-months-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('keeps every row when it is upgraded, and goes on', async () => {
    const url = new URL(database.url);
    const name = `${url.pathname.slice(1)}_old`;
    const admin = postgres(database.url, { max: 1, onnotice: () => {} });
    await admin.unsafe(`create database ${name} template template0`);
    url.pathname = `/${name}`;
    try {
      await migrate(url.href, oldMigrations(folder));
      const db = openDb(url.href);
      const world = await makeWorld(db.sql, { visit: { onTheWay: true } });
      const next = await addVisit(
        db.sql,
        { ...world, technicianId: null },
        { rescheduledPrevious: world.visitId },
      );
      await db.sql`insert into visit_notes (visit_id, author, text) values (${next}, 'Ana', 'Portón verde')`;
      await db.sql`insert into events (operation, version, name, visit_id) values (${world.operation}, 1, 'visit.created', ${next})`;
      await migrate(url.href);
      const [found] = await db.sql`
        select (select count(*)::int from visits) as visits, (select count(*)::int from events) as events,
          (select text from visit_notes where visit_id = ${next}) as note,
          (select visit_id from technicians_on_the_way where technician_id = ${world.technicianId}) as current,
          (select next_id from visit_successors where previous_id = ${world.visitId}) as next`;
      expect(found).toEqual({ visits: 2, events: 1, note: 'Portón verde', current: world.visitId, next });
      const later = await addVisit(db.sql, { ...world, technicianId: null });
      expect(later).toBe(next + 1);
      await expect(
        db.sql`insert into visit_notes (visit_id, author, text) values (${later + 1}, 'Ana', 'Nadie')`,
      ).rejects.toMatchObject({ code: '23503' });
      await db.close();
    } finally {
      await admin.unsafe(`drop database if exists ${name} with (force)`);
      await admin.end();
    }
  });
});

/** The product's migrations up to the one before. */
function oldMigrations(folder: string): string {
  const all = join(import.meta.dirname, '../../../db/migrations');
  cpSync(all, folder, { recursive: true });
  const file = join(folder, 'meta', '_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { tag: string }[] };
  const at = journal.entries.findIndex(({ tag }) => tag.endsWith('_months'));
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, at) }));
  return folder;
}
