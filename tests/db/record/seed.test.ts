import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Db, openDb } from '../../../db/connection/open.ts';
import type { Sql } from '../../../db/connection/sql.ts';
import { holdsDemo } from '../../../db/reads/settings/demo.ts';
import { listDueVisits } from '../../../db/reads/visits/due-visits.ts';
import { readTechnicianDay } from '../../../db/reads/visits/technician-day.ts';
import { readWeek } from '../../../db/reads/visits/week.ts';
import { readArguments } from '../../../db/seed/arguments.ts';
import { demoPassword, loadDemo, makeDemo } from '../../../db/seed/demo/load-demo.ts';
import { openForLoading } from '../../../db/seed/load.ts';
import { addVisits } from '../../../db/seed/synthetic/add-visits.ts';
import { openFolder } from '../../../db/storage/folder.ts';
import { everyPermission } from '../../../machines/access/permissions.ts';
import { delayInstant, instantOf, today } from '../../../machines/calendar/slots.ts';
import { argentinePlan, dialable } from '../../../machines/telephone/read-number.ts';
import { statusIds } from '../../../machines/visit/facts.ts';
import { ownDatabase } from '../../support/postgres/database.ts';
import { countOf, expectNone, expectRules, schemaOf } from '../../support/record/record-rules.ts';

const day = today(new Date());
/** A quarter past three: slots that are over, one under way, and some to come. */
const now = new Date(instantOf(day, 15).getTime() + 15 * 60_000);

/** Some seconds on a quiet machine, a minute on one that does other things too. */
const deadlineMs = 240_000;
const own = ownDatabase();
const folder = mkdtempSync(join(tmpdir(), 'agenda-demo-'));
const storage = openFolder(folder);
let db: Db;
/** The questions that only a test asks may take longer than the product's. */
let asking: Sql;
let migrated: unknown;

beforeAll(async () => {
  const sql = openForLoading(own.url);
  migrated = await schemaOf(sql);
  await loadDemo(sql, now, storage);
  asking = sql;
  db = openDb(own.url, { reads: 2, transactions: 1 });
}, deadlineMs);
afterAll(async () => {
  await db.close();
  await asking.end();
  rmSync(folder, { recursive: true, force: true });
});

const none = (query: string) => expectNone(asking, query);
const count = (query: string) => countOf(asking, query);

describe('the demo', () => {
  it('has the accounts of contract §7', async () => {
    const rows = await db.sql<
      {
        username: string;
        defaultView: string;
        operations: string[];
        permissions: string[];
        technician: boolean;
      }[]
    >`
      select username, default_view,
        array(select operation::text from user_operations o where o.user_id = u.id order by position) as operations,
        array(select permission from user_permissions p where p.user_id = u.id order by 1) as permissions,
        exists (select 1 from technicians t where t.user_id = u.id) as technician
      from users u where username in ('jefe', 'sac', 'tecnico', 'tecnico2', 'otro', 'nuevo', 'sac2') order by id`;
    const of = Object.fromEntries(rows.map((row) => [row.username, row]));
    expect(rows.map(({ username, defaultView, technician }) => [username, defaultView, technician])).toEqual([
      ['jefe', 'index_jefetec', true],
      ['sac', 'index_calendario', false],
      ['tecnico', 'index_tecnico', true],
      ['tecnico2', 'index_tecnico', true],
      ['otro', 'index_jefetec', false],
      ['nuevo', 'index_jefetec', false],
      ['sac2', 'index_calendario', false],
    ]);
    expect(of.jefe!.permissions).toEqual([...everyPermission].sort());
    expect(of.jefe!.operations).toHaveLength(5);
    expect(of.sac!.permissions).toEqual(['can_query_client', 'can_query_order']);
    expect(of.sac2!.permissions).toEqual(['can_create_visit', 'can_query_client', 'can_query_order']);
    expect(of.sac2!.operations).toEqual(of.sac!.operations);
    expect(of.tecnico!.operations).toEqual(of.tecnico2!.operations);
    expect(of.otro!.operations).toHaveLength(1);
    expect(of.jefe!.operations).not.toContain(of.otro!.operations[0]);
    expect([of.nuevo!.operations, of.nuevo!.permissions]).toEqual([[], []]);
    const [{ passwordHash }] =
      (await db.sql`select password_hash from users where username = 'jefe'`) as unknown as [
        { passwordHash: string },
      ];
    expect(passwordHash).toMatch(/^\$argon2id\$/);
    expect(await verify(passwordHash, demoPassword)).toBe(true);
    expect(await holdsDemo(db)).toBe(true);
  });

  it('has as much of everything as contract §7 asks', async () => {
    expect(await count('operations')).toBe(6);
    expect(
      await count('operations o where not exists (select 1 from slots s where s.operation = o.code)'),
    ).toBe(1);
    expect(await count('operations where auto_release_minutes is not null')).toBe(1);
    expect(await count('operations where not on_the_way_allowed')).toBe(1);
    expect(await count('technicians')).toBeGreaterThanOrEqual(40);
    expect(await count(`orders where created_at > now() - interval '90 days'`)).toBeGreaterThanOrEqual(3000);
    expect(await count('clients')).toBeGreaterThanOrEqual(2500);
    expect(await count('clients where coalesce(email, wa_number, telegram_chat_id) is null')).toBeGreaterThan(
      100,
    );
    expect(await count(`visits where day < '${day}'`)).toBeGreaterThanOrEqual(60_000);
    expect(
      await count(`(select distinct date_trunc('month', day) from visits where day < '${day}') m`),
    ).toBeGreaterThanOrEqual(13);
    for (const query of [
      'orders where contractor and status_id <= 2',
      'orders where repeating_failures > 1',
      'orders where status_id > 3',
      'related_orders',
      'order_services',
      'client_devices',
      'ticket_notes where priority',
      'ticket_files',
      'visit_items',
      'visits where signature is not null',
      `notices where state = 'sent'`,
      `notices where state = 'no_channel'`,
      'visits where late_schedule',
      'visits where derivation_type = 1',
      'visits where derivation_type = 2',
      'visits where rescheduled',
      'visits where detached and technician_id is null',
      `visits where delayed and day < '${day}'`,
      'visits where delayed_while_on_the_way and delayed',
    ])
      expect(await count(query), query).toBeGreaterThan(0);
  });

  it('shows today in every state, and fills this week and the next', async () => {
    const of = (state: string) => count(`visits where day = '${day}' and ${state}`);
    for (const state of [
      'technician_id is null and closed_at is null',
      'technician_id is not null and status_id = 1 and not on_the_way',
      'on_the_way',
      'delayed',
      'status_id = 14',
      'finished',
      'cancelled',
      'rescheduled',
    ])
      expect(await of(state), state).toBeGreaterThan(0);
    expect(
      await count(`visits where day > '${day}' and closed_at is null and technician_id is not null`),
    ).toBeGreaterThan(20);
    expect(
      await count(`visits where day > '${day}' and closed_at is null and technician_id is null`),
    ).toBeGreaterThan(20);
    const { rows } = await readWeek(db, '114', day);
    expect(JSON.parse(rows).length).toBeGreaterThan(150);
  });

  it('gives tecnico and tecnico2 at least six visits of today in both groups, and neither is on the way', async () => {
    for (const username of ['tecnico', 'tecnico2']) {
      const [who] = await db.sql<{ id: number; operations: string[]; allowed: boolean }[]>`
        select t.id, array_agg(o.code::text order by x.position) as operations,
          (array_agg(o.on_the_way_allowed order by x.position))[1] as allowed
        from users u join technicians t on t.user_id = u.id join user_operations x on x.user_id = u.id
        join operations o on o.code = x.operation where u.username = ${username} group by t.id`;
      const mine = await readTechnicianDay(db, who!.id, who!.operations, { includeFinished: false, now });
      expect(mine.assigned.filter((visit) => visit.day === day).length).toBeGreaterThanOrEqual(6);
      expect(mine.timestripe.length).toBeGreaterThanOrEqual(6);
      expect(mine.onTheWayVisitId).toBeNull();
      expect(who!.allowed).toBe(true);
    }
  });

  it('shows its best parts: names that a newcomer types, and what the first days of real work bring', async () => {
    for (const name of ['González', 'Rodríguez', 'López'])
      expect(await count(`clients where operation = '114' and name like '${name}, %'`), name).toBeGreaterThan(
        20,
      );
    await none(`select name from clients where name not like '_%, _%'`);
    const today = `'${day}' between from_day and to_day`;
    expect(await count(`absences a join technicians t on t.id = a.technician_id where ${today}`)).toBe(1);
    await none(`select v.id from visits v join absences a using (technician_id)
      where v.day between a.from_day and a.to_day and not (v.cancelled or v.rescheduled)`);
    expect(await count('technician_skills')).toBeGreaterThan(0);
    expect(await count('slots where capacity is not null')).toBe(1);
    await none('select * from slot_days where over > 0');
    expect(await count(`visits where day = '${day}' and running_late = 30`)).toBeGreaterThan(0);
    expect(await count(`conversations c join logos l on l.hash = c.logo where c.company <> ''`)).toBe(2);
    const photos = await asking<{ file: string; bytes: number }[]>`
      select p.file, p.bytes from visit_photos p join visits v on v.id = p.visit_id and v.finished`;
    expect(photos).toHaveLength(1);
    expect(await storage.get(photos[0]!.file)).toHaveLength(photos[0]!.bytes);
  });

  it('keeps the rules that the commands keep', async () => {
    await expectRules(asking, now);
    await none(`select number from orders w where status_id = 3 and not exists (select 1 from events e
      where e.order_number = w.number and e.name in ('order.fulfilled', 'order.changed'))`);
    await none(
      `select v.id from visits v join reasons r on r.value = v.reason_id and r.finalizes_order where v.repair_code is null`,
    );
    // One visit at a time for a technician: the next departure is not before the end of the last.
    await none(`select * from (
    select e.visit_id, e.at, lag(coalesce(ends.at, 'infinity')) over (partition by e.technician_id order by e.at, e.operation, e.version) as before
    from events e left join lateral (select min(x.at) as at from events x where x.visit_id = e.visit_id and x.at > e.at
      and x.name in ('visit.off_the_way', 'visit.delayed', 'visit.postponed', 'visit.finished', 'visit.cancelled')) ends on true
    where e.name = 'visit.on_the_way') departures where before > at`);
    expect(await count('outbox')).toBe(0);
    expect(await listDueVisits(db, now)).toEqual([]);
    // A visit that was open for more than a minute after its slot's end, or its later assignment, was 'Cierre demorado'.
    await none(`select v.id from visits v join slots s on s.id = v.slot_id,
      greatest((v.day + make_interval(hours => s.to_hour)) at time zone 'America/Argentina/Buenos_Aires', assigned_at) as due
      where v.technician_id is not null and v.closed_at > due + interval '1 minute' and coalesce(v.postponed_at, '-infinity') < due
        and not exists (select 1 from events e where e.visit_id = v.id and e.name = 'visit.delayed'
          and e.at between due and due + interval '1 minute')`);
  });

  it('gives customers telephones that can be called, and written to', async () => {
    const clients = await db.sql<{ telephone: string | null; waNumber: string | null }[]>`
      select telephone, wa_number from clients where telephone is not null`;
    expect(clients.length).toBeGreaterThan(1_000);
    for (const { telephone, waNumber } of clients) {
      const whatsapp = dialable(telephone, argentinePlan)?.whatsapp;
      expect(whatsapp).toMatch(/^549\d{10}$/);
      if (waNumber !== null) expect(waNumber).toBe(whatsapp);
    }
  });

  it('lets the next row have the next id', async () => {
    const [{ id }] =
      (await db.sql`insert into zones (operation, name) values ('114', 'Zona nueva') returning id`) as unknown as [
        { id: number },
      ];
    expect(id).toBe(await count('zones'));
    const [{ next }] =
      (await db.sql`select nextval(pg_get_serial_sequence('visits', 'id'))::int as next`) as unknown as [
        { next: number },
      ];
    expect(next).toBe((await count('visits')) + 1);
    await db.sql`delete from zones where id = ${id}`;
  });

  it('leaves the schema as the migrations made it', async () => {
    expect(await schemaOf(asking)).toEqual(migrated);
  });

  it('is not loaded twice', async () => {
    const sql = openForLoading(own.url);
    const before = await count('events');
    expect(await loadDemo(sql, now)).toBeNull();
    expect(await count('events')).toBe(before);
    await sql.end();
  });
});

/** Around midnight, and around the beginnings and ends of slots. */
const moments =
  '00:00:10 00:04:00 03:00:00 07:59:00 09:30:00 15:30:00 17:45:00 ' +
  '20:00:00 20:30:00 22:45:00 23:00:00 23:00:30 23:30:00 23:59:55';

describe.each(moments.split(' '))('loaded at %s', (time) => {
  const at = new Date(`${day}T${time}-03:00`);

  // A demo is seconds of a processor: on a machine that other work fills it took more than the usual 30 s.
  it('leaves nothing to the clock, nothing to come, and tecnico visits to depart for', {
    timeout: 120_000,
  }, () => {
    const { visits, operations } = makeDemo(at);
    const open = visits.filter(
      ({ finished, cancelled, rescheduled }) => !finished && !cancelled && !rescheduled,
    );
    const isDue = (visit: (typeof visits)[number]) => {
      const { assignedAt, postponedAt, slot } = visit;
      if (!visit.technician || visit.delayed) return false;
      const due = delayInstant({
        day: visit.day,
        toHour: slot.to,
        assignedAt: new Date(assignedAt!),
        postponedAt: postponedAt === null ? null : new Date(postponedAt),
      });
      return due !== null && due <= at;
    };
    expect(open.filter(isDue).map(({ day, slot, clock }) => [day, slot.name, clock])).toEqual([]);
    const late = operations.flatMap(({ events }) => events.filter((event) => event.at > at.getTime()));
    expect(late.map(({ name, at }) => [name, new Date(at)])).toEqual([]);

    const ofToday = open.filter((visit) => visit.day === day);
    for (const username of ['tecnico', 'tecnico2']) {
      const mine = ofToday.filter(({ technician }) => technician?.user.username === username);
      const ready = mine.filter(({ delayed, onTheWay }) => !delayed && !onTheWay);
      expect(ready.length).toBeGreaterThanOrEqual(6);
      const toTake = ofToday.filter(
        ({ technician, operation }) => !technician && operations.slice(0, 2).includes(operation),
      );
      expect(toTake.length).toBeGreaterThanOrEqual(6);
      // In the day's last hour no slot is left.
      if (time < '23') {
        expect(ready.filter(({ slot }) => instantOf(day, slot.to) > at).length).toBeGreaterThanOrEqual(6);
        expect(toTake.filter(({ slot }) => instantOf(day, slot.to) > at).length).toBeGreaterThanOrEqual(6);
        expect(ready.every(({ statusId }) => statusId === statusIds.pending)).toBe(true);
      }
    }
  });
});

describe('a second load at the same moment', () => {
  const other = ownDatabase();

  it(
    'gives the same rows, the same schema, and takes more history',
    async () => {
      const sql = openForLoading(other.url);
      await loadDemo(sql, now, storage);
      expect(await fingerprint(sql)).toEqual(await fingerprint(asking));

      const added = await addVisits(sql, { visits: 25_000, operations: 7, years: 2, now, log: () => {} });
      expect(added.visits).toBe(25_000);
      await expectRules(sql, now);
      await expectNone(
        sql,
        `select v.id from visits v join clients c on c.id = v.client_id
        where v.id > ${await count('visits')} and c.name <> v.client_name`,
      );
      expect(await schemaOf(sql)).toEqual(migrated);
      await sql.end();
    },
    deadlineMs,
  );
});

describe('the command line', () => {
  it('does nothing unasked to a database in use', () => {
    expect(readArguments([], true)).toBeNull();
    expect(readArguments([], false)).toMatchObject({ demo: true, ifEmpty: true, visits: null });
    expect(readArguments(['--demo', '--if-empty'], true)).toMatchObject({ demo: true, ifEmpty: true });
    expect(readArguments(['--visits', '1000000', '--operations=60', '--years', '5'], true)).toEqual({
      demo: false,
      ifEmpty: false,
      visits: 1_000_000,
      operations: 60,
      years: 5,
    });
  });

  it.each([
    ['--visits'],
    ['--visits', 'many'],
    ['--visits', '0'],
    ['--if-empty'],
    ['--operations', '3'],
    ['demo'],
    ['--demo=1'],
  ])('does not understand %s %s', (...words) => {
    expect(readArguments(words as string[], false)).toBeNull();
  });
});

async function fingerprint(sql: Sql) {
  const prints: Record<string, string> = {};
  for (const table of [
    'operations',
    'clients',
    'orders',
    'visits',
    'events',
    'notices',
    'tickets',
    'ticket_notes',
    'visit_items',
  ])
    prints[table] = (
      await sql.unsafe<{ print: string }[]>(
        `select coalesce(sum(hashtextextended(t::text, 0)), 0)::text as print from ${table} t`,
      )
    )[0]!.print;
  return prints;
}
