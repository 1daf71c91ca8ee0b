import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { takeVisit } from '../../db/commands/field/take-visit.ts';
import { rescheduleVisits } from '../../db/commands/visits/reschedule-visits.ts';
import { type Db, openDb } from '../../db/connection/open.ts';
import { type Account, chooseAccount } from '../../db/embedded/account.ts';
import { migrate } from '../../db/migrate.ts';
import { addDays, today } from '../../machines/calendar/slots.ts';
import { isRefusal } from '../../machines/words/refusals.ts';
import { freePort } from '../support/free-port.ts';
import { actorOf, addOrder, addReason, addVisit, makeWorld, type World } from '../support/record/fixtures.ts';
import { hashOfRecord } from '../support/record/record-hash.ts';
import type { LonelyFault } from './fault.ts';
import { by, pause } from './timing.ts';

const script = join(import.meta.dirname, '../../server/operator/backup/point-in-time.sh');
/** Debian's; pgBackRest 2.45, which it brings too, knows no newer PostgreSQL. */
const binaries = '/usr/lib/postgresql/15/bin';

/** The reason of the bulk. */
const rescheduled = 900;

/**
 * F42: a bulk by mistake, and then the server's files are gone. It is restored to one second before the bulk from its
 * backup and the log that it archived, by the operator's script.
 */
export const mistakenBulk: LonelyFault = {
  title: 'a mistaken bulk, the server destroyed, restored to one second before',
  async alone(cluster, size) {
    const missing = spawnSync('pgbackrest', ['version']).status !== 0 || !existsSync(binaries);
    if (missing)
      return { figures: '', notRun: 'not tried: no pgbackrest and postgresql-15 here', problems: [] };
    const server = await makeServer(join(cluster.dir, 'point-in-time'));
    try {
      server.start();
      server.admin('createdb', 'agenda');
      await migrate(server.url);
      server.operate('prepare');
      const visits = by(size, 40, 200, 1_000);
      const db = openDb(server.url);
      const { world, ids } = await settle(db, visits);
      server.operate('full');
      const taken = await takeHalf(db, world, ids);
      const before = await hashOfRecord(db.sql);
      await pause(2_100);
      const begun = await clockOf(db);
      const moved = await moveAll(db, world, ids);
      const mistaken = await hashOfRecord(db.sql);
      // What was committed is in the archive once its segment is; `archive_timeout` sees to that on a calm server.
      await db.sql`select pg_switch_wal()`;
      await archived(db);
      await db.close();
      server.destroy();
      const stopped = Date.now();
      server.operate(
        'restore',
        new Date(begun.getTime() - 1_000).toISOString().replace('T', ' ').replace('Z', '+00'),
      );
      server.start();
      const restored = openDb(server.url);
      try {
        const isOpen = await writable(restored);
        const seconds = Math.round((Date.now() - stopped) / 1_000);
        const after = await hashOfRecord(restored.sql);
        const again = await takeVisit(
          { db: restored, actor: await actorOf(restored.sql, world.userId) },
          { visit_id: ids.at(-1)! },
        );
        return {
          figures: `${visits} visits, ${taken} taken after the backup, ${moved} moved by mistake; restored and open after ${seconds} s`,
          problems: [
            ...(isOpen ? [] : ['not open for writing']),
            ...(before === mistaken ? ['the bulk changed nothing'] : []),
            ...(after === before ? [] : [after === mistaken ? 'the bulk is still there' : 'another record']),
            ...(isRefusal(again) ? [`the next command was refused: ${again.text}`] : []),
          ],
        };
      } finally {
        await restored.close();
      }
    } finally {
      server.close();
    }
  },
};

/** Visits of today without technician, each of an order of its own. */
async function settle(db: Db, count: number): Promise<{ world: World; ids: number[] }> {
  const day = today(new Date());
  const world = await makeWorld(db.sql, { visit: { day } });
  await addReason(db.sql, { value: rescheduled, text: 'Reprogramada', cancels: true, reschedules: true });
  const ids: number[] = [];
  for (let i = 0; i < count; i++) {
    const orderNumber = await addOrder(db.sql, world.clientId);
    ids.push(await addVisit(db.sql, { ...world, orderNumber }, { technicianId: null, day }));
  }
  return { world, ids };
}

async function takeHalf(db: Db, world: World, ids: number[]): Promise<number> {
  const actor = await actorOf(db.sql, world.userId);
  const half = ids.slice(0, ids.length / 2);
  for (const visit_id of half) {
    const answer = await takeVisit({ db, actor }, { visit_id });
    if (isRefusal(answer)) throw new Error(answer.text);
  }
  return half.length;
}

async function moveAll(db: Db, world: World, ids: number[]): Promise<number> {
  const answer = await rescheduleVisits(
    { db, actor: await actorOf(db.sql, world.userId) },
    {
      visit_id: ids,
      new_date: addDays(today(new Date()), 3),
      new_status: rescheduled,
      new_timestripe: world.slotId,
      reschedule_comments: 'Por error',
    },
  );
  if (isRefusal(answer)) throw new Error(answer.text);
  return ids.length;
}

const clockOf = async (db: Db): Promise<Date> =>
  (await db.sql<{ now: Date }[]>`select clock_timestamp() as now`)[0]!.now;

/** Until the last finished segment of the log is archived. */
async function archived(db: Db): Promise<void> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await pause(200)) {
    const [row] = await db.sql<{ done: boolean }[]>`
      select coalesce(last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 1), false) as done from pg_stat_archiver`;
    if (row!.done) return;
  }
  throw new Error('the log was not archived within 30 s');
}

/** Whether it has reached the moment and takes commands, within half a minute. */
async function writable(db: Db): Promise<boolean> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await pause(200)) {
    const [row] = await db.sql<{ waits: boolean }[]>`select pg_is_in_recovery() as waits`.catch(() => []);
    if (row?.waits === false) return true;
  }
  return false;
}

type Server = {
  url: string;
  start(): void;
  /** One of PostgreSQL's own programs, to its end. */
  admin(program: string, ...args: string[]): void;
  /** The operator's script. */
  operate(...words: string[]): void;
  /** As when its disk is gone: no closing, no files. */
  destroy(): void;
  close(): void;
};

/** A PostgreSQL of its own that archives its log, and where its backups lie. @param dir for all of its files */
async function makeServer(dir: string): Promise<Server> {
  const port = await freePort();
  const data = join(dir, 'data');
  const account = chooseAccount(data);
  for (const folder of ['', 'data', 'repo', 'log', 'spool', 'socket']) own(join(dir, folder), account);
  const config = join(dir, 'pgbackrest.conf');
  // As in docs/operations/backup.md, with the folders of this drill.
  writeFileSync(
    config,
    [
      ...[
        '[global]',
        `repo1-path=${dir}/repo`,
        `log-path=${dir}/log`,
        `lock-path=${dir}/spool`,
        'start-fast=y',
      ],
      ...[
        '[agenda]',
        `pg1-path=${data}`,
        `pg1-port=${port}`,
        `pg1-socket-path=${dir}/socket`,
        'pg1-user=postgres',
        '',
      ],
    ].join('\n'),
  );
  chmodSync(config, 0o644);
  const run = (program: string, args: string[]) => {
    const { status, stdout, stderr, error } = spawnSync(program, args, {
      ...account,
      cwd: '/',
      encoding: 'utf8',
      timeout: 120_000,
      env: { ...process.env, PATH: `${binaries}:${process.env.PATH}`, PGBACKREST_CONFIG: config },
    });
    if (status !== 0) throw new Error(`${program} ${args[0]}: ${error ?? `${stderr}${stdout}`.slice(-400)}`);
  };
  run(join(binaries, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync']);
  const settings = {
    port: String(port),
    listen_addresses: "'127.0.0.1'",
    unix_socket_directories: `'${dir}/socket'`,
    archive_mode: 'on',
    archive_command: `'pgbackrest --config=${config} --stanza=agenda archive-push %p'`,
    archive_timeout: '60',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  writeFileSync(join(data, 'postgresql.conf'), `${lines.join('\n')}\n`);
  const control = (...args: string[]) => run(join(binaries, 'pg_ctl'), ['-D', data, '-w', ...args]);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/agenda`,
    start: () => control('start', '-l', join(dir, 'log', 'server.log'), '-t', '60'),
    admin: (program, ...args) =>
      run(join(binaries, program), [
        '-h',
        join(dir, 'socket'),
        '-p',
        String(port),
        '-U',
        'postgres',
        ...args,
      ]),
    operate: (...words) => run(script, words),
    destroy() {
      control('stop', '-m', 'immediate');
      rmSync(data, { recursive: true });
      own(data, account);
    },
    close() {
      if (existsSync(join(data, 'postmaster.pid'))) control('stop', '-m', 'immediate');
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function own(folder: string, { uid, gid }: Account): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
}
