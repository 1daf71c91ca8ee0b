import { beforeAll, describe, expect, it } from 'vitest';
import { forgetPersonalData } from '../../../db/commands/retention/forget-personal-data.ts';
import { setRetentionFromConsole } from '../../../db/commands/retention/set-retention.ts';
import { readReport } from '../../../db/reads/reports/read-report.ts';
import { foreseeForgetting } from '../../../db/reads/settings/retention.ts';
import { monthOf } from '../../../machines/calendar/month.ts';
import { today } from '../../../machines/calendar/slots.ts';
import { type ReportName, reports } from '../../../machines/report/reports.ts';
import { openRecord } from '../../support/postgres/open-record.ts';
import { addClient, addOrder, addVisit, makeWorld, type World } from '../../support/record/fixtures.ts';
import { until } from '../../support/until.ts';

const db = openRecord();
const now = new Date('2026-11-20T15:00:00Z');
const monthsAgo = (months: number) => {
  const at = new Date(now);
  at.setUTCMonth(at.getUTCMonth() - months);
  return at;
};

/** A life with personal data in every place that has room for them, each marked by a word of its own. */
async function makeLife(world: World, mark: string, closedAt: Date | null, status = 'Baja') {
  const sql = db().sql;
  const begun = new Date((closedAt ?? now).getTime() - 86_400_000);
  const clientId = await addClient(sql, world.operation, {
    name: `Rosa ${mark}`,
    status,
    address: `Calle ${mark}`,
    location: mark,
    telephone: `351 ${mark}`,
    email: `${mark}@example.com`,
    waNumber: mark,
    telegramChatId: mark,
  });
  await sql`insert into client_devices (client_id, type, mac, serial) values (${clientId}, 'ONU', ${mark}, ${mark})`;
  const texts = { address: mark, location: mark, telephone: mark, detail: mark, notes: mark, tag: mark };
  const orderNumber = await addOrder(sql, clientId, {
    ...texts,
    createdAt: begun,
    ...(closedAt ? { statusId: 3, closedAt } : {}),
  });
  const visitId = await addVisit(
    sql,
    { ...world, clientId, orderNumber },
    {
      clientAddress: mark,
      tag: mark,
      day: today(closedAt ?? now),
      createdAt: begun,
      detachedComments: mark,
      rescheduleComments: mark,
      extraComments: mark,
      materialComments: mark,
      laborComments: mark,
      signature: Buffer.from(mark),
      signatureName: mark,
      ...(closedAt ? { finished: true, statusId: 6, closedAt } : {}),
    },
  );
  await sql`insert into visit_notes (visit_id, author, text) values (${visitId}, 'Ana', ${mark})`;
  await sql`
    insert into visit_photos (visit_id, technician_id, taken_at, file, bytes, width, height, preview)
    values (${visitId}, ${world.technicianId}, ${begun}, ${`photos/${visitId}/1.jpg`}, 9, 3, 3, ${Buffer.from(mark)})`;
  await sql`insert into visit_requests (visit_id, email) values (${visitId}, ${`${mark}@otro.example`})`;
  await sql`insert into visit_links (token_hash, nonce, visit_id, expires_at) values (${Buffer.from(mark)}, '\\x00', ${visitId}, now())`;
  await sql`
    insert into notices (key, operation, visit_id, audience, template, data, state, recipient, subject, text)
    values (${`k-${visitId}`}, ${world.operation}, ${visitId}, 'customer', 'on-the-way', ${sql.json({ name: mark })}, 'sent', ${mark}, ${mark}, ${mark})`;
  const [ticket] = await sql<{ id: number }[]>`
    insert into tickets (client_id, order_number, title, body, created_at)
    values (${clientId}, ${orderNumber}, ${mark}, ${mark}, ${begun}) returning id`;
  const [note] = await sql<{ id: number }[]>`
    insert into ticket_notes (ticket_id, created_at, author, title, body)
    values (${ticket!.id}, ${begun}, ${mark}, ${mark}, ${mark}) returning id`;
  await sql`insert into ticket_files (note_id, name, content_type, content) values (${note!.id}, ${mark}, 'text/plain', ${Buffer.from(mark)})`;
  const record = (name: string, visit: number | null, data: object) => sql`
    with op as (update operations set version = version + 1 where code = ${world.operation} returning version)
    insert into events (operation, version, name, visit_id, order_number, at, data)
    select ${world.operation}, version, ${name}, ${visit}::int, ${orderNumber}, ${closedAt ?? begun}, ${sql.json(data as never)} from op`;
  await record('order.changed', null, {
    from: { telephone: mark, statusId: 1 },
    to: { telephone: mark, address: mark, statusId: 2 },
    fields: ['telephone', 'address'],
  });
  await record('visit.finished', visitId, {
    note: mark,
    from: { technicianId: null, statusId: 1 },
    to: { statusId: 6, reason: 'Concluida' },
  });
  return { clientId, orderNumber, visitId };
}

/** The tables in which a word still stands, whatever the column. */
async function tablesWith(mark: string): Promise<string[]> {
  const { sql } = db();
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`;
  const hex = Buffer.from(mark).toString('hex');
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await sql.unsafe<{ n: number }[]>(
      `select count(*)::int as n from "${name}" x where x::text like '%${mark}%' or x::text like '%${hex}%'`,
    );
    if (row!.n > 0) found.push(name);
  }
  return found.sort();
}

describe('customers’ personal data', () => {
  let world: World;
  let elsewhere: World;
  const lives: Record<string, Awaited<ReturnType<typeof makeLife>>> = {};

  beforeAll(async () => {
    [world, elsewhere] = [await makeWorld(db().sql), await makeWorld(db().sql)];
    lives.old = await makeLife(world, 'vieja', monthsAgo(40));
    lives.active = await makeLife(world, 'activa', monthsAgo(40), 'Activo');
    lives.young = await makeLife(world, 'joven', monthsAgo(10));
    lives.open = await makeLife(world, 'abierta', null);
    lives.elsewhere = await makeLife(elsewhere, 'lejana', monthsAgo(40));
  });

  it('are kept for ever until an operation says otherwise', async () => {
    expect((await tablesWith('vieja')).length).toBeGreaterThan(9);
    expect(await forgetPersonalData(db(), now)).toBe(0);
    expect((await tablesWith('vieja')).length).toBeGreaterThan(9);
  });

  it('of orders closed before the set months are nowhere in the record any more, and no others are touched', async () => {
    const before = {
      young: await tablesWith('joven'),
      open: await tablesWith('abierta'),
      elsewhere: await tablesWith('lejana'),
    };
    const counted = await allReports();
    await setRetentionFromConsole(db(), world.operation, 36);
    expect(await forgetPersonalData(db(), now)).toBe(2);
    expect(await tablesWith('vieja')).toEqual([]);
    const files = await db().sql<{ file: string }[]>`select file from files_to_delete order by file`;
    const photos = [lives.old!, lives.active!].map(({ visitId }) => `photos/${visitId}/1.jpg`);
    expect(files.map(({ file }) => file)).toEqual(photos.sort());
    expect(await tablesWith('joven')).toEqual(before.young);
    expect(await tablesWith('abierta')).toEqual(before.open);
    expect(await tablesWith('lejana')).toEqual(before.elsewhere);
    // A customer still has to be reached at the next visit.
    expect(await tablesWith('activa')).toEqual(['client_devices', 'clients', 'search_terms']);
    expect(await allReports()).toEqual(counted);
  });

  it('leave the events’ facts behind, and the rows that reports and screens count', async () => {
    const { orderNumber, visitId } = lives.old!;
    const events = await db().sql<{ data: object }[]>`
      select data from events where order_number = ${orderNumber} order by version`;
    expect(events.map(({ data }) => data)).toEqual([
      { from: { statusId: 1 }, to: { statusId: 2 }, fields: ['telephone', 'address'] },
      { from: { technicianId: null, statusId: 1 }, to: { statusId: 6, reason: 'Concluida' } },
    ]);
    const [visit] = await db()
      .sql`select client_name, finished, status_id, signature from visits where id = ${visitId}`;
    expect(visit).toEqual({ clientName: 'Datos eliminados', finished: true, statusId: 6, signature: null });
  });

  it('are forgotten once, however many workers ask, and the audit says of how many orders', async () => {
    await makeLife(world, 'tardia', monthsAgo(35));
    expect(await forgetPersonalData(db(), now)).toBe(0);
    const later = monthsAgo(-2);
    const done = await Promise.all(Array.from({ length: 4 }, () => forgetPersonalData(db(), later)));
    expect(done.reduce((sum, one) => sum + one, 0)).toBe(1);
    expect(await tablesWith('tardia')).toEqual([]);
    const audit = await db().sql<{ name: string; actorName: string; data: object }[]>`
      select name, actor_name, data from audit_log where subject_name like ${`${world.operation}%`} order by id`;
    expect(audit).toEqual([
      { name: 'retention.changed', actorName: 'Línea de comandos', data: { months: [null, 36] } },
      { name: 'data.forgotten', actorName: 'Agenda técnica', data: { orders: 2 } },
      { name: 'data.forgotten', actorName: 'Agenda técnica', data: { orders: 1 } },
    ]);
  });

  it('are recorded by the next pass, when one is broken off after it deleted', async () => {
    const place = await makeWorld(db().sql);
    await makeLife(place, 'cortada', monthsAgo(40));
    await makeLife(place, 'trunca', monthsAgo(39));
    await setRetentionFromConsole(db(), place.operation, 36);
    await db().sql.unsafe(`
      create function break_off() returns trigger language plpgsql as $$ begin raise exception 'broken off'; end $$;
      create trigger break_off before update on events for each row when (old.operation = '${place.operation}')
        execute function break_off()`);
    try {
      await expect(forgetPersonalData(db(), now)).rejects.toThrow('broken off');
    } finally {
      await db().sql.unsafe('drop function break_off cascade');
    }
    expect((await tablesWith('cortada')).filter((table) => table !== 'events')).toEqual([]);
    // Even if everything is kept from then on.
    await setRetentionFromConsole(db(), place.operation, null);
    expect(await forgetPersonalData(db(), now)).toBe(0);
    expect(await forgetPersonalData(db(), now)).toBe(0);
    const recorded = await db().sql<{ data: object }[]>`
      select data from audit_log where name = 'data.forgotten' and subject_name like ${`${place.operation}%`}`;
    expect(recorded.map(({ data }) => data)).toEqual([{ orders: 2 }]);
  });

  it('are foreseen: of as many orders as the next pass deletes, those with an open visit not among them', async () => {
    const place = await makeWorld(db().sql);
    for (const [mark, months] of [
      ['una', 30],
      ['otra', 20],
      ['tercera', 8],
    ] as const)
      await makeLife(place, mark, monthsAgo(months));
    const { visitId } = await makeLife(place, 'pendiente', monthsAgo(30));
    await db().sql`
      update visits set finished = false, status_id = 1, closed_at = null where id = ${visitId}`;
    const foreseen = async (months: number) =>
      (await foreseeForgetting(db(), place.operation, months, now)).orders;
    expect([await foreseen(6), await foreseen(12), await foreseen(24), await foreseen(36)]).toEqual([
      3, 2, 1, 0,
    ]);
    const { before } = await foreseeForgetting(db(), place.operation, 12, now);
    expect(before).toEqual(monthsAgo(12));
    await setRetentionFromConsole(db(), place.operation, 12);
    expect(await forgetPersonalData(db(), now)).toBe(2);
    expect([await foreseen(12), await foreseen(6)]).toEqual([0, 1]);
    expect(await tablesWith('pendiente')).not.toEqual([]);
  });

  it('are kept from the moment on that a user says so, in the middle of a pass too', async () => {
    const place = await makeWorld(db().sql);
    // Two parts of a pass and something: the change comes while the first is under way.
    await db().sql`
      insert into orders (number, operation, type, client_id, created_at, status_id, closed_at)
      select ${place.operation} || lpad((500000 + n)::text, 8, '0'), ${place.operation}, 1, ${place.clientId}, ${monthsAgo(41)},
        3, ${monthsAgo(40)} from generate_series(1, 450) n`;
    await setRetentionFromConsole(db(), place.operation, 36);
    const oldest = await makeLife(place, 'primera', monthsAgo(45));
    const held = await holdVisit(oldest.visitId);
    const pass = forgetPersonalData(db(), now);
    await held.waitedFor();
    await db().sql`update operations set personal_data_months = 120 where code = ${place.operation}`;
    await held.letGo();
    expect(await pass).toBe(200);
    const [left] = await db().sql`
      select count(*)::int as n from orders where operation = ${place.operation} and closed_at is not null and not forgotten`;
    expect(left!.n).toBe(251);
  });

  /** A part of a pass waits for it, with its orders in its hands. */
  async function holdVisit(visitId: number) {
    let letGo = () => {};
    let done: Promise<unknown> = Promise.resolve();
    await new Promise<void>((locked) => {
      done = db().transactions.begin(async (tx) => {
        await tx`select 1 from visits where id = ${visitId} for update`;
        locked();
        await new Promise<void>((resolve) => {
          letGo = resolve;
        });
      });
    });
    return {
      waitedFor: () =>
        until(async () => {
          const [row] = await db().sql`
            select count(*)::int as n from pg_stat_activity
            where wait_event_type = 'Lock' and datname = current_database() and query like '%update visits%'`;
          return row!.n > 0;
        }),
      letGo: async () => {
        letGo();
        await done;
      },
    };
  }

  async function allReports() {
    const answers: unknown[] = [];
    for (const name of Object.keys(reports) as ReportName[])
      for (const months of [40, 10, 0])
        answers.push(
          await readReport(db(), { operations: [world.operation] }, name, {
            operations: [world.operation],
            month: monthOf(today(monthsAgo(months))),
            timeframe: 'all',
            now,
          }),
        );
    return answers;
  }
});
