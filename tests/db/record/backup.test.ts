import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restoreBackup } from '../../../db/backup/restore-backup.ts';
import { writeBackup } from '../../../db/backup/write-backup.ts';
import { setOnTheWay } from '../../../db/commands/field/set-on-the-way.ts';
import { openDb } from '../../../db/connection/open.ts';
import type { Sql } from '../../../db/connection/sql.ts';
import { journal, migrate, migrateTo } from '../../../db/migrate.ts';
import { listForgottenVisits } from '../../../db/reads/notices/waiting-notices.ts';
import { loadDemo } from '../../../db/seed/demo/load-demo.ts';
import { openForLoading } from '../../../db/seed/load.ts';
import { ownDatabase } from '../../support/postgres/database.ts';
import { openWebServer } from '../../support/processes/web-server.ts';
import { actorOf, makeWorld } from '../../support/record/fixtures.ts';

// F27: backup, destroy, restore.

const folder = mkdtempSync(join(tmpdir(), 'agenda-backup-'));
const source = ownDatabase();
const target = ownDatabase();
const file = join(folder, 'agenda.sql.gz');
const never = { mayReplace: () => false };
const always = { mayReplace: () => true };
let sql: Sql;

beforeAll(async () => {
  const loading = openForLoading(source.url);
  await loadDemo(loading, new Date());
  await loading.end();
  sql = postgres(source.url, { max: 2, onnotice: () => {} }) as unknown as Sql;
  // What COPY's text has to carry: its own marks, other scripts, nothing, bytes, and numbers that were given and gone.
  await sql`update clients set name = ${'\\.\n\\N\t"Ñandú" 👩🏽‍🔧 \r\n\\.'} where id in (select id from clients limit 50)`;
  await sql`update users set profile_pic = ${Buffer.from([0, 10, 13, 92, 46, 10, 255])} where username = 'sac'`;
  await sql`insert into zones (operation, name) select code, 'Borrada' from operations limit 1`;
  await sql`delete from zones where name = 'Borrada'`;
}, 180_000);
afterAll(async () => {
  await sql?.end();
  rmSync(folder, { recursive: true, force: true });
});

/** Each table's rows as a count and a hash, whatever their order. */
async function contents(url: string): Promise<Record<string, string>> {
  const own = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const names = await own<{ name: string }[]>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`;
    const found: Record<string, string> = {};
    for (const { name } of names) {
      const [row] = await own.unsafe<{ sum: string }[]>(
        `select count(*) || ' ' || coalesce(md5(string_agg(h, '' order by h)), '') as sum from (select md5(x::text) as h from "${name}" x) t`,
      );
      found[name] = row!.sum;
    }
    return found;
  } finally {
    await own.end();
  }
}

/** How many visits are there, and which was numbered last. */
async function visitsIn(url: string) {
  const own = postgres(url, { max: 1 });
  const rows = await own`select count(*), max(id) from visits`.finally(() => own.end());
  return rows[0];
}

describe('a backup', () => {
  it('is restored into an empty database with every row of every table as it was, and the product starts on it (F27)', async () => {
    const db = openDb(source.url);
    const world = await makeWorld(db.sql);
    await setOnTheWay(
      { db, actor: await actorOf(db.sql, world.userId) },
      { visit_id: world.visitId, on_the_way: true, send_notification: true },
    );
    await sql`update notices set not_before = now() - interval '10 minutes' where state = 'pending'`;
    // It is leased, as a relay that died does.
    await sql`update outbox set claimed_until = now() + interval '1 hour'`;
    const waiting = await listForgottenVisits(db, 60);
    await db.close();
    expect(waiting).toContain(world.visitId);

    const tables = await writeBackup(source.url, file);
    expect(tables.visits!.rows).toBeGreaterThan(60_000);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const before = await contents(source.url);
    expect(Object.keys(tables).sort()).toEqual(Object.keys(before).sort());

    const { rows } = await restoreBackup(target.url, file, never);
    expect(rows).toEqual(
      Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, table.rows])),
    );
    expect(await contents(target.url)).toEqual(before);

    const web = await openWebServer(target.url);
    try {
      const token = (await web.signIn('jefe', 'agenda-demo')).body.data.token as string;
      expect((await web.call('user/getuserinfo', {}, { token })).status).toBe(200);
      // What waited at that moment is found again and goes out; what was numbered is not numbered again.
      expect(await listForgottenVisits(web.db, 60)).toEqual(waiting);
      const [zone] = await web.db.sql<{ id: number }[]>`
        insert into zones (operation, name) select code, 'Nueva' from operations limit 1 returning id`;
      const [last] = await sql<{ last: number }[]>`select last_value::int as last from zones_id_seq`;
      expect(zone!.id).toBe(last!.last + 1);
      const foreign = web.db.sql`insert into visits select * from visits limit 1`;
      await expect(foreign).rejects.toThrow(/duplicate key/);
      const [checked] = await web.db.sql<{ refs: number }[]>`
        select count(*)::int as refs from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and convalidated`;
      expect(checked!.refs).toBeGreaterThan(20);
    } finally {
      await web.close();
    }
  }, 180_000);

  it('is the record of one moment, whatever is changed while it is written', async () => {
    const at = join(mkdtempSync(join(folder, 'moment-')), 'moment.sql.gz');
    // Two rows that are always alike, and are so once before the first of them is read.
    const rename = (n: number) =>
      sql`update users set first_name = ${`Nombre ${n}`} where username in ('sac', 'otro')`;
    await rename(0);
    let writing = true;
    let renamed = 0;
    const changes = (async () => {
      while (writing) {
        await rename(renamed + 1);
        renamed += 1;
      }
    })();
    await writeBackup(source.url, at).finally(() => {
      writing = false;
    });
    await changes;
    expect(renamed).toBeGreaterThan(0);
    const names = [
      ...gunzipSync(readFileSync(at))
        .toString()
        .matchAll(/\tNombre \d+\t/g),
    ].map(([name]) => name);
    expect(names).toHaveLength(2);
    expect(new Set(names).size).toBe(1);
  }, 120_000);

  it('replaces nothing without its switch, and says what it would replace', async () => {
    const held: string[] = [];
    const ask = (what: string[]) => {
      held.push(...what);
      return false;
    };
    const before = await visitsIn(target.url);
    await expect(restoreBackup(target.url, file, { mayReplace: ask })).rejects.toThrow(
      'Nothing was changed.',
    );
    expect(held).toContainEqual(expect.stringMatching(/^6\d{4} visits$/));
    expect(await visitsIn(target.url)).toEqual(before);
  }, 180_000);

  it('is not restored under a running product', async () => {
    const db = openDb(target.url);
    await db.sql`select 1`;
    await expect(restoreBackup(target.url, file, always)).rejects.toThrow('The product is running');
    await db.close();
  });

  it.each([
    ['cut', (bytes: Buffer) => bytes.subarray(0, bytes.length - 2_000)],
    ['cut after a table', (bytes: Buffer) => gzipSync(upToEnd(gunzipSync(bytes)))],
    ['with a value that is another', (bytes: Buffer) => gzipSync(otherValue(gunzipSync(bytes)))],
    ['of another program', () => gzipSync('select 1;\n')],
    ['that is not packed', () => Buffer.from('select 1;\n')],
  ])(
    '%s is refused before anything is touched',
    async (name, damage) => {
      const broken = join(folder, `${name}.sql.gz`);
      writeFileSync(broken, damage(readFileSync(file)));
      const before = await visitsIn(target.url);
      await expect(restoreBackup(target.url, broken, always)).rejects.toThrow(/damaged|cut|no backup/);
      expect(await visitsIn(target.url)).toEqual(before);
    },
    120_000,
  );

  it('is written beside no other of its name, and leaves nothing when it cannot be written', async () => {
    await expect(writeBackup(source.url, file)).rejects.toMatchObject({ code: 'EEXIST' });
    const unreachable = new URL(source.url);
    unreachable.port = '1';
    const half = join(folder, 'half.sql.gz');
    await expect(writeBackup(unreachable.href, half)).rejects.toThrow();
    expect(() => statSync(half)).toThrow(/ENOENT/);
    expect(() => statSync(`${half}.part`)).toThrow(/ENOENT/);
  });
});

describe('a backup of another version', () => {
  const old = ownDatabase();

  it('older than the program is restored as it was, and brought to the newest schema', async () => {
    const admin = postgres(old.url, { max: 1, onnotice: () => {} });
    await admin`drop schema public cascade`;
    await admin`create schema public`;
    await admin`drop schema drizzle cascade`;
    const all = journal();
    await migrateTo(old.url, all.at(-2)!.when);
    await admin`insert into operations (code, name) values ('101', 'Centro')`;
    const at = join(folder, 'older.sql.gz');
    await writeBackup(old.url, at);
    await admin.end();
    await restoreBackup(target.url, at, always);
    const restored = postgres(target.url, { max: 1 });
    const [newest] = await restored<{ version: number }[]>`
      select max(created_at)::float8 as version from drizzle.__drizzle_migrations`;
    expect(newest!.version).toBe(all.at(-1)!.when);
    expect(await restored`select code, name from operations`).toEqual([{ code: '101', name: 'Centro' }]);
    await restored.end();
  }, 60_000);

  it('newer than the program is refused', async () => {
    const text = gunzipSync(readFileSync(file)).toString();
    const newer = join(folder, 'newer.sql.gz');
    writeFileSync(newer, gzipSync(text.replace(/"version":\d+/, '"version":9999999999999')));
    await expect(restoreBackup(target.url, newer, always)).rejects.toThrow(/of another version/);
  }, 60_000);

  it('with partitioned tables has them as one, and their parts again', async () => {
    const migrations = join(folder, 'migrations');
    cpSync(join(import.meta.dirname, '../../../db/migrations'), migrations, { recursive: true });
    const path = join(migrations, 'meta', '_journal.json');
    const known = JSON.parse(readFileSync(path, 'utf8'));
    const next = {
      ...known.entries.at(-1),
      idx: known.entries.length,
      when: known.entries.at(-1).when + 1,
      tag: '9999_parts',
    };
    writeFileSync(path, JSON.stringify({ ...known, entries: [...known.entries, next] }));
    writeFileSync(
      join(migrations, '9999_parts.sql'),
      `create table days (day date not null, what text) partition by range (day);
      create table days_default partition of days default;`,
    );
    await migrate(old.url, migrations);
    const admin = postgres(old.url, { max: 1, onnotice: () => {} });
    await admin.unsafe(`create table days_2026 partition of days for values from ('2026-01-01') to ('2027-01-01') partition by range (day);
      create table days_2026_03 partition of days_2026 for values from ('2026-03-01') to ('2026-04-01');
      insert into days values ('2026-03-05', 'in a part'), ('1999-01-01', 'in the default')`);
    const at = join(folder, 'parts.sql.gz');
    expect((await writeBackup(old.url, at)).days!.rows).toBe(2);
    await restoreBackup(target.url, at, { ...always, migrations });
    const restored = postgres(target.url, { max: 1 });
    expect(await restored`select tableoid::regclass::text as part, what from days order by day`).toEqual([
      { part: 'days_default', what: 'in the default' },
      { part: 'days_2026_03', what: 'in a part' },
    ]);
    await restored.end();
    await admin.end();
  }, 60_000);
});

const upToEnd = (text: Buffer) => text.subarray(0, text.indexOf('\n-- end ') + 1);
/** One letter of one name. */
function otherValue(text: Buffer) {
  const changed = Buffer.from(text);
  changed.write('x', text.indexOf('andú'));
  return changed;
}
