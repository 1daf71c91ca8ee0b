import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Db, openDb } from '../../db/connection/open.ts';
import type { Sql } from '../../db/connection/sql.ts';
import { holdsDemo } from '../../db/reads/settings/demo.ts';
import { listDueVisits } from '../../db/reads/visits/due-visits.ts';
import { readTechnicianDay } from '../../db/reads/visits/technician-day.ts';
import { readWeek } from '../../db/reads/visits/week.ts';
import { readArguments } from '../../db/seed/arguments.ts';
import { demoPassword, loadDemo, makeDemo } from '../../db/seed/demo.ts';
import { openForLoading } from '../../db/seed/load.ts';
import { addVisits } from '../../db/seed/synthetic.ts';
import { everyPermission } from '../../machines/access/permissions.ts';
import { delayInstant, instantOf, today } from '../../machines/calendar/slots.ts';
import type { EventName } from '../../machines/events.ts';
import { type Mark, statusIds, type VisitFacts } from '../../machines/visit/facts.ts';
import { decideVisit } from '../../machines/visit/machine.ts';
import type { Reason, VisitStep } from '../../machines/visit/steps.ts';
import { ownDatabase } from '../support/database.ts';
import { withoutDeadline } from '../support/without-deadline.ts';

const day = today(new Date());
/** A quarter past three: slots that are over, one under way, and some to come. */
const now = new Date(instantOf(day, 15).getTime() + 15 * 60_000);

/** Some seconds on a quiet machine, a minute on one that does other things too. */
const patienceMs = 120_000;
const own = ownDatabase();
let db: Db;
/** The questions that only a test asks may take longer than the product's. */
let asking: Sql;
let migrated: unknown;

beforeAll(async () => {
  const sql = openForLoading(own.url);
  migrated = await schemaOf(sql);
  await loadDemo(sql, now);
  asking = sql;
  db = openDb(own.url, { reads: 2, transactions: 1 });
}, patienceMs);
afterAll(async () => {
  await db.close();
  await asking.end();
});

/** Rows that should not be. */
const none = async (query: string) =>
  expect([...(await asking.unsafe(`${query} limit 5`))], query).toEqual([]);
const count = async (query: string) =>
  Number((await asking.unsafe<{ n: number }[]>(`select count(*) as n from ${query}`))[0]!.n);

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
      from users u where username in ('jefe', 'sac', 'tecnico', 'tecnico2', 'otro', 'nuevo') order by id`;
    const of = Object.fromEntries(rows.map((row) => [row.username, row]));
    expect(rows.map(({ username, defaultView, technician }) => [username, defaultView, technician])).toEqual([
      ['jefe', 'index_jefetec', true],
      ['sac', 'index_calendario', false],
      ['tecnico', 'index_tecnico', true],
      ['tecnico2', 'index_tecnico', true],
      ['otro', 'index_jefetec', false],
      ['nuevo', 'index_jefetec', false],
    ]);
    expect(of.jefe!.permissions).toEqual([...everyPermission].sort());
    expect(of.jefe!.operations).toHaveLength(5);
    expect(of.sac!.permissions).toEqual(['can_query_client', 'can_query_order']);
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

  it('keeps the rules that the commands keep', async () => {
    await none(`select o.code from operations o where version <> (select count(*) from events e where e.operation = o.code)
      or version <> coalesce((select max(version) from events e where e.operation = o.code), 0)`);
    await none(
      `select v.id from visits v where version <> (select count(*) from events e where e.visit_id = v.id and e.name not like 'order.%')`,
    );
    await none(
      `select id from visits v where not exists (select 1 from events e where e.visit_id = v.id and e.name = 'visit.created')`,
    );
    await none(`select id from visits v where closed_at is not null and not exists (select 1 from events e where e.visit_id = v.id
      and e.at = v.closed_at and e.name = case when finished then 'visit.finished' when cancelled then 'visit.cancelled' else 'visit.rescheduled' end)`);
    await none(`select number from orders w where status_id = 3 and not exists (select 1 from events e
      where e.order_number = w.number and e.name in ('order.fulfilled', 'order.changed'))`);
    await none(`select v.id from visits v join visits n on n.id = v.rescheduled_next
      where n.rescheduled_previous <> v.id or n.day <= v.day or not v.rescheduled or n.order_number <> v.order_number`);
    await none('select id from visits where rescheduled and rescheduled_next is null');
    await none(`select order_number from visits where closed_at is null group by 1 having count(*) > 1`);
    await none(
      `select v.id from visits v join orders o on o.number = v.order_number where v.closed_at is null and o.status_id > 2`,
    );
    await none(`select v.id from visits v join slots s on s.id = v.slot_id where s.operation <> v.operation`);
    await none(`select v.id from visits v join reasons r on r.value = v.reason_id where (v.finished and not r.finalizes)
      or (v.cancelled and not r.cancels) or (v.rescheduled and not r.reschedules) or (v.derivation_type is not null and not r.derives)`);
    await none(`select id from visits where cancelled and length(extra_comments) < 5`);
    await none(
      `select v.id from visits v join reasons r on r.value = v.reason_id and r.finalizes_order where v.repair_code is null`,
    );
    await none(`select v.id, u.full from visits v join technicians t on t.id = v.technician_id,
      lateral (select 1 as full where not exists (select 1 from user_operations x where x.user_id = t.user_id and x.operation = v.operation)) u`);
    await none(
      `select w.number from orders w join clients c on c.id = w.client_id where c.operation <> w.operation`,
    );
    await none(`select name, at from events where at > '${now.toISOString()}'`);
    expect(await count('outbox')).toBe(0);
    expect(await listDueVisits(db, now)).toEqual([]);
    // Whoever was open for more than a minute after its slot's end, or its later assignment, was 'Cierre demorado'.
    await none(`select v.id from visits v join slots s on s.id = v.slot_id,
      greatest((v.day + make_interval(hours => s.to_hour)) at time zone 'America/Argentina/Buenos_Aires', assigned_at) as due
      where v.technician_id is not null and v.closed_at > due + interval '1 minute' and coalesce(v.postponed_at, '-infinity') < due
        and not exists (select 1 from events e where e.visit_id = v.id and e.name = 'visit.delayed'
          and e.at between due and due + interval '1 minute')`);
  });

  it(
    'writes only lives that the machine allows',
    async () => {
      const { lives, refused } = await relive(db);
      expect(lives).toBeGreaterThan(15_000);
      expect(refused).toEqual([]);
    },
    patienceMs,
  );

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
    expect(await schemaOf(db.sql)).toEqual(migrated);
  });

  it('is not loaded twice', async () => {
    const sql = openForLoading(own.url);
    const before = await count('events');
    expect(await loadDemo(sql, now)).toBeNull();
    expect(await count('events')).toBe(before);
    await sql.end();
  });
});

describe.each([
  '00:00:10',
  '00:04:00',
  '03:00:00',
  '07:59:00',
  '09:30:00',
  '15:30:00',
  '17:45:00',
  '20:00:00',
  '20:30:00',
  '22:45:00',
  '23:00:00',
  '23:00:30',
  '23:30:00',
  '23:59:55',
])('loaded at %s', (time) => {
  const at = new Date(`${day}T${time}-03:00`);

  it('leaves nothing to the clock, nothing to come, and tecnico visits to depart for', () => {
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
      await loadDemo(sql, now);
      const again = openDb(other.url, { reads: 1, transactions: 1 });
      expect(await fingerprint(again)).toEqual(await fingerprint(db));

      const added = await addVisits(sql, { visits: 25_000, operations: 7, years: 2, now, log: () => {} });
      expect(added.visits).toBe(25_000);
      const wrong = await sql.unsafe(`
      select code from operations o where version <> (select count(*) from events e where e.operation = o.code)
        or version <> coalesce((select max(version) from events e where e.operation = o.code), 0)
      union all select v.operation from visits v join visits n on n.id = v.rescheduled_next
        where n.rescheduled_previous <> v.id or n.day <= v.day or n.order_number <> v.order_number
      union all select v.operation from visits v join clients c on c.id = v.client_id join orders w on w.number = v.order_number
        where v.id > ${await count('visits')} and (c.name <> v.client_name or w.client_id <> c.id)
      union all select v.operation from visits v where v.closed_at is not null and not exists (select 1 from events e
        where e.visit_id = v.id and e.at = v.closed_at and e.name in ('visit.finished', 'visit.cancelled', 'visit.rescheduled'))`);
      expect([...wrong]).toEqual([]);
      expect(await schemaOf(sql)).toEqual(migrated);
      await again.close();
      await sql.end();
    },
    patienceMs,
  );
});

describe('the command line', () => {
  it('does nothing unasked to a database of somebody', () => {
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

async function fingerprint({ sql }: Db) {
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

const schemaOf = async (sql: Sql) => [
  ...(await sql`
    select conrelid::regclass::text as owner, conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = conrelid
    where connamespace = 'public'::regnamespace and not c.relispartition and conparentid = 0
    union all select tablename, indexname, indexdef from pg_indexes join pg_class c on c.oid = tablename::regclass
    where schemaname = 'public' and not c.relispartition order by 1, 2, 3`),
];

type LifeEvent = {
  name: EventName;
  visitId: number;
  actorId: number | null;
  technicianId: number | null;
  at: Date;
  data: { to?: { technicianId?: number | null; statusId?: number; reason?: string } };
};

const createdAs = (technicianId: number | null): VisitFacts => ({
  technicianId,
  statusId: 1,
  reasonId: null,
  onTheWay: false,
  delayed: false,
  delayedWhileOnTheWay: false,
  finished: false,
  cancelled: false,
  rescheduled: false,
  detached: false,
});

/**
 * Visits once more, step by step, by the machine itself: each step is allowed, and the end is what the row says.
 * One in four of the past, to be quick, and all of the last ones; nobody is ever on the way for two, of all.
 */
async function relive({ sql }: Db) {
  const reasons = new Map(
    (await sql<Reason[]>`select * from reasons`).map((reason) => [reason.text, reason]),
  );
  const technicianOf = new Map(
    (await sql<{ id: number; userId: number }[]>`select id, user_id from technicians`).map((row) => [
      row.userId,
      row.id,
    ]),
  );
  const departs = new Map(
    (
      await sql<{ id: number; allowed: boolean }[]>`
        select distinct on (t.id) t.id, o.on_the_way_allowed as allowed from technicians t
        join user_operations x on x.user_id = t.user_id join operations o on o.code = x.operation order by t.id, x.position`
    ).map((row) => [row.id, row.allowed]),
  );
  const office = new Set(
    (
      await sql<
        { userId: number }[]
      >`select user_id from user_permissions where permission = 'can_finish_visit'`
    ).map(({ userId }) => userId),
  );
  const days = new Map(
    (await sql<{ id: number; day: string }[]>`select id, day from visits`).map(({ id, day: on }) => [id, on]),
  );
  const events = await withoutDeadline(
    sql,
    async (tx) => tx<LifeEvent[]>`
      select name, visit_id, actor_id, technician_id, at, data from events
      where visit_id is not null and name like 'visit.%' order by at, operation, version`,
  );
  const lives = new Map<number, VisitFacts>();
  const isAsked = (id: number) => id % 4 === 0 || id > days.size - 3000;
  /** The visit that each technician is on the way for. */
  const away = new Map<number, number>();
  const refused: string[] = [];
  for (const event of events) {
    const { name, visitId, data } = event;
    if (name === 'visit.created') {
      if (isAsked(visitId)) lives.set(visitId, createdAs(event.technicianId));
      continue;
    }
    const other = event.technicianId === null ? undefined : away.get(event.technicianId);
    if (name === 'visit.on_the_way' && other !== undefined)
      refused.push(`${visitId}: already on the way for ${other}`);
    if (name === 'visit.on_the_way') away.set(event.technicianId!, visitId);
    else if (other === visitId && arrivals.has(name)) away.delete(event.technicianId!);
    if (!isAsked(visitId)) continue;
    const visit = lives.get(visitId);
    const technicianId = event.actorId === null ? null : (technicianOf.get(event.actorId) ?? null);
    const mayCloseAny = event.actorId !== null && office.has(event.actorId);
    const closing = (): VisitStep => ({
      type: 'CLOSE',
      reason: reasons.get(data.to!.reason!)!,
      technicianId,
      mayCloseAny,
      departs: visit?.technicianId ? departs.get(visit.technicianId)! : false,
      evidence: {},
    });
    const steps: Partial<Record<EventName, () => VisitStep>> = {
      'visit.taken': () => ({
        type: 'TAKE',
        technicianId: technicianId!,
        isToday: today(event.at) === days.get(visitId),
      }),
      'visit.assigned': () => ({ type: 'ASSIGN', technicianId: data.to!.technicianId!, comments: '' }),
      'visit.unassigned': () => ({ type: 'ASSIGN', technicianId: null, comments: '' }),
      'visit.released': () => ({ type: 'RELEASE', technicianId, comments: '' }),
      'visit.auto_released': () => ({ type: 'PASS_RELEASE_TIME', due: true, comments: '' }),
      'visit.on_the_way': () => ({
        type: 'SET_ON_THE_WAY',
        technicianId: technicianId!,
        allowed: departs.get(technicianId!)!,
        visitId,
        currentVisitId: other ?? null,
      }),
      'visit.off_the_way': () => ({ type: 'UNSET_ON_THE_WAY', technicianId }),
      'visit.delayed': () => ({ type: 'PASS_SLOT_END', due: true }),
      'visit.postponed': closing,
      'visit.finished': closing,
      'visit.cancelled': closing,
      'visit.rescheduled': () => ({
        type: 'RESCHEDULE',
        reasonId: data.to!.statusId!,
        nextId: 0,
        comments: '',
      }),
      'visit.edited': () => ({ type: 'CHANGE_SLOT', slotId: 0, late: false }),
      'visit.noted': () => ({ type: 'ADD_NOTE' }),
    };
    const decision = visit && decideVisit(visit, steps[name]!(), { at: event.at, by: '' });
    if (!visit || !decision?.ok) {
      if (refused.length < 10)
        refused.push(
          `${visitId} ${name} ${event.at.toISOString()}: ${decision && !decision.ok ? decision.refusal : ''}`,
        );
      continue;
    }
    if (decision.event !== name && refused.length < 10) refused.push(`${visitId} ${name}: ${decision.event}`);
    lives.set(visitId, decision.visit);
  }
  const rows = await sql<(VisitFacts & { id: number })[]>`
    select id, technician_id, status_id, reason_id, on_the_way, delayed, delayed_while_on_the_way, finished, cancelled, rescheduled, detached
    from visits`;
  for (const { id, ...row } of rows) {
    if (!isAsked(id) || refused.length >= 10) continue;
    const life = lives.get(id)!;
    const wrong = Object.keys(row).filter((column) => row[column as Mark] !== life[column as Mark]);
    if (wrong.length > 0)
      refused.push(`${id}, ${wrong}: ${JSON.stringify(row)} is not ${JSON.stringify(life)}`);
  }
  return { lives: lives.size, refused };
}

const arrivals = new Set<EventName>([
  'visit.off_the_way',
  'visit.delayed',
  'visit.postponed',
  'visit.finished',
  'visit.cancelled',
]);
