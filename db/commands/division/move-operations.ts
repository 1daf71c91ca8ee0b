import postgres from 'postgres';
import { readDatabaseHosts } from '../../../machines/process/database-url.ts';
import type { Db } from '../../connection/open.ts';
import type { Query, Sql, Tx } from '../../connection/sql.ts';
import { readInstallationName } from '../../record/own-record.ts';
import type { moveSteps } from '../../schema/operations.ts';

/** Which operations move to which installation, both by name, and the standby that becomes its primary. */
export type Move = {
  operations: string[];
  /** The name of the installation that they leave. */
  from: string;
  to: string;
  /** Of a user that may call `pg_promote` there, where `standbyCluster` does not promote it. */
  standbyUrl: string;
  /** What promotes the standby where it leads a standby cluster, which the server that was started then has to be. */
  standbyCluster?:
    | { standingOf(startedAt: Date): Promise<'leads' | 'ordered' | 'another'>; promote(): Promise<void> }
    | undefined;
  /** How long to wait for messages being sent, for the log to be replayed, and for the new primary; in ms. */
  waitMs: number;
  /** Resolves once the other installation answers its users; they are led there only then. */
  otherAnswers(): Promise<void>;
  /** Each step, as a line for the operator. */
  say(line: string): void;
};

/** Raised before anything is promoted: the operations live where they lived. The message is for the operator. */
export class MoveRefused extends Error {}

type Row = { code: string; livesIn: string | null; moveStep: (typeof moveSteps)[number] | null };

/**
 * Moves operations to another installation, whose record is a standby of this one until now (docs/operations/division.md):
 *
 * 1. their messages and webhooks are not sent any more, and those being sent are waited for;
 * 2. they are fenced: their commands are refused as unavailable, which clients send again;
 * 3. the standby has replayed all that was acknowledged, and is promoted; the operations live there, and all others here;
 * 4. once the other installation answers, their users are led to it.
 *
 * Repeated after it was interrupted it goes on where it was. Everything before the promotion is taken back where it
 * fails.
 *
 * @throws MoveRefused, and the database's own errors
 */
export async function moveOperations(db: Db, move: Move): Promise<void> {
  const { operations, to, say } = move;
  const standby = openStandby(move.standbyUrl);
  try {
    const rows = await readOperations(db, move);
    if (rows.every(({ moveStep }) => moveStep === 'left')) return say(`${to} has them already.`);
    const standing = await checkStandby(db, standby, rows, move);
    if (standing === 'follows') {
      try {
        await drain(db, move);
        say('Their messages are not sent any more.');
        const position = await fence(db, operations, move.waitMs);
        say(`Their commands wait. ${to} has to replay the log up to ${position}.`);
        await untilReplayed(standby, position, move.waitMs);
      } catch (error) {
        await giveBack(db, operations);
        throw error;
      }
    }
    if (standing !== 'promoted') {
      await promote(standby, move);
      say(`The standby is promoted.`);
    }
    await standby.begin((tx) => adopt(tx, move));
    say(`They live in ${to}.`);
    await move.otherAnswers();
    const maintenance = db.openForMaintenance();
    try {
      await maintenance.transactions.begin((tx) => leave(tx, operations));
    } finally {
      await maintenance.close();
    }
    say(`${to} answers; their users are led there.`);
  } finally {
    await standby.end({ timeout: 5 });
  }
}

/** Not taken back where it fails: it may be promoted a moment later. The operations stay fenced until it is repeated. */
async function promote(standby: Sql, { standbyCluster, waitMs }: Move): Promise<void> {
  if (!standbyCluster)
    return void (await standby`select pg_promote(true, ${Math.ceil(waitMs / 1_000)}::int)`);
  await standbyCluster.promote();
  const deadline = performance.now() + waitMs;
  for (;;) {
    const [state] = await standby<{ follows: boolean }[]>`select pg_is_in_recovery() as follows`;
    if (!state!.follows) return;
    if (performance.now() > deadline)
      throw new Error('The standby is not promoted yet: the operations wait. Repeat the command.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * Takes back a move that was interrupted before the promotion.
 * @throws MoveRefused where the standby is promoted: the operations would live in both installations
 */
export async function takeBack(db: Db, operations: string[], standbyUrl: string): Promise<void> {
  const standby = openStandby(standbyUrl);
  try {
    await checkIsCopy(db, standby);
    const [state] = await standby<{ follows: boolean }[]>`select pg_is_in_recovery() as follows`;
    if (!state!.follows)
      throw new MoveRefused('The standby is promoted: the operations live there. Repeat the move instead.');
    await giveBack(db, operations);
  } finally {
    await standby.end({ timeout: 5 });
  }
}

/** @throws MoveRefused where the address names several servers: which one would be promoted is not known */
function openStandby(url: string): Sql {
  if (readDatabaseHosts(url)?.length !== 1) throw new MoveRefused('The standby is one server, not several.');
  return postgres(url, {
    max: 1,
    connect_timeout: 5,
    onnotice: () => {},
    transform: postgres.camel,
  }) as unknown as Sql;
}

async function giveBack({ sql }: Pick<Db, 'sql'>, operations: string[]): Promise<void> {
  await sql`
    update operations set lives_in = null, move_step = null
    where code = any(${operations}::text[]) and move_step in ('draining', 'fenced')`;
}

async function readOperations({ sql }: Db, { operations, from, to }: Move): Promise<Row[]> {
  const name = await readInstallationName(sql);
  if (name !== null && name !== from) throw new MoveRefused(`This is the record of ${name}, not of ${from}.`);
  const rows = await sql<Row[]>`
    select code, lives_in, move_step from operations where code = any(${operations}::text[]) order by code`;
  for (const code of operations)
    if (!rows.some((row) => row.code === code)) throw new MoveRefused(`There is no operation ${code}.`);
  for (const { code, livesIn, moveStep } of rows)
    if (livesIn !== null && livesIn !== to)
      throw new MoveRefused(
        `Operation ${code} ${moveStep === 'left' ? 'lives in' : 'is on its way to'} ${livesIn}.`,
      );
  const steps = new Set(rows.map(({ moveStep }) => moveStep === 'left'));
  if (steps.size > 1)
    throw new MoveRefused(`Some of these operations live in ${to} already: leave them out.`);
  return [...rows];
}

async function checkIsCopy(db: Db, standby: Sql): Promise<void> {
  const systemOf = async (sql: Query) => {
    const [row] = await sql<
      { system: string }[]
    >`select system_identifier::text as system from pg_control_system()`;
    return row!.system;
  };
  if ((await systemOf(db.sql)) !== (await systemOf(standby)))
    throw new MoveRefused('The other server is no copy of this one: it must be its standby.');
}

/** @returns `ordered` and `promoted`: by an earlier call, which was interrupted */
async function checkStandby(
  db: Db,
  standby: Sql,
  rows: Row[],
  { from, to, standbyCluster }: Move,
): Promise<'follows' | 'ordered' | 'promoted'> {
  await checkIsCopy(db, standby);
  const [state] = await standby<{ follows: boolean; mayPromote: boolean; startedAt: Date }[]>`
    select pg_is_in_recovery() as follows, pg_postmaster_start_time() as started_at,
      has_function_privilege('pg_promote(boolean, integer)', 'execute') as may_promote`;
  if (state!.follows) {
    const standing = await standbyCluster?.standingOf(state!.startedAt);
    if (standing === 'ordered' && rows.every(({ moveStep }) => moveStep === 'fenced')) return 'ordered';
    if (standbyCluster && standing !== 'leads')
      throw new MoveRefused('The standby is not the one that leads the standby cluster of that Patroni.');
    if (!standbyCluster && !state!.mayPromote)
      throw new MoveRefused('This user may not call pg_promote on the standby.');
    return 'follows';
  }
  // After an interrupted promotion it has our fence, or has taken them over; an installation of another division has not.
  const [name, fenced] = await Promise.all([readInstallationName(standby), hasFence(standby, rows, to)]);
  const interrupted =
    rows.every(({ moveStep }) => moveStep === 'fenced') && (name === to || (name === from && fenced));
  if (!interrupted) throw new MoveRefused('The other server is a primary: it must be a standby of this one.');
  return 'promoted';
}

async function hasFence(sql: Query, rows: Row[], to: string): Promise<boolean> {
  const codes = rows.map(({ code }) => code);
  const fenced = await sql`
    select 1 from operations where code = any(${codes}::text[]) and move_step = 'fenced' and lives_in = ${to}`;
  return fenced.length === codes.length;
}

/** Stops sending, and waits for what is being sent: its outcome is recorded by a command. */
async function drain({ sql }: Db, { operations, from, to, waitMs }: Move): Promise<void> {
  // What is promoted is this record's copy until it has the other one's name: its processes wait for that.
  await sql`insert into installation (name) values (${from}) on conflict do nothing`;
  await sql`
    update operations set lives_in = ${to}, move_step = 'draining'
    where code = any(${operations}::text[]) and move_step is null`;
  await until(waitMs, 'messages are still being sent', async () => {
    const sending = await sql`
      select 1 from notices where state = 'sending' and not_before > now() and operation = any(${operations}::text[])
      union all
      select 1 from webhook_deliveries where state = 'sending' and not_before > now() and operation = any(${operations}::text[])
      limit 1`;
    return sending.length === 0;
  });
}

/** @returns the position in the log that everything acknowledged for them is before */
async function fence({ sql }: Db, operations: string[], waitMs: number): Promise<string> {
  const [fenced] = await sql<{ transaction: string }[]>`
    with fenced as (
      update operations set move_step = 'fenced' where code = any(${operations}::text[]) returning 1
    )
    select pg_current_xact_id()::text as transaction from (select count(*) from fenced) all_fenced`;
  // What began before, a message that a worker claims or a photo, commits before this.
  await until(waitMs, 'an earlier transaction does not end', async () => {
    const [row] = await sql<{ ended: boolean }[]>`
      select pg_snapshot_xmin(pg_current_snapshot()) > ${fenced!.transaction}::text::xid8 as ended`;
    return row!.ended;
  });
  const [row] = await sql<{ position: string }[]>`select pg_current_wal_lsn()::text as position`;
  return row!.position;
}

const untilReplayed = (standby: Sql, position: string, waitMs: number) =>
  until(waitMs, 'the standby is behind', async () => {
    const [row] = await standby<{ there: boolean }[]>`
      select pg_last_wal_replay_lsn() >= ${position}::text::pg_lsn as there`;
    return row!.there;
  });

/** In the other record: they live there, and all others in the installation that it was copied from. */
async function adopt(tx: Tx, { operations, from, to }: Move): Promise<void> {
  await tx`update operations set lives_in = null, move_step = null where code = any(${operations}::text[])`;
  await tx`
    update operations set lives_in = ${from}, move_step = 'left'
    where code <> all(${operations}::text[]) and move_step is null`;
  // Their jobs are in the other installation's queue. The sweep, which a worker begins with, takes what is a minute late.
  await tx`
    update notices set not_before = now() - interval '2 minutes'
    where state = 'pending' and not_before <= now() and operation = any(${operations}::text[])`;
  await tx`update installation set name = ${to}`;
  // Who is added in one has another id than who is added in the other: a phone keeps what waits by its user's id.
  await tx`
    select setval(pg_get_serial_sequence('users', 'id'),
      (select max(id) from users) + 1000000 * (1 + abs(hashtext(${to})) % 400))`;
  // A photo that was being recorded there has its file announced here: it would be deleted under its owner.
  await tx`delete from files_to_delete`;
  await dropWorkElsewhere(tx);
}

async function leave(tx: Tx, operations: string[]): Promise<void> {
  await tx`update operations set move_step = 'left' where code = any(${operations}::text[])`;
  await dropWorkElsewhere(tx);
}

/** What waits to be sent is the other installation's to send, and a photo's file its to delete. */
async function dropWorkElsewhere(tx: Tx): Promise<void> {
  const elsewhere = tx`operation in (select code from operations where move_step = 'left')`;
  await tx`delete from outbox where ${elsewhere}`;
  await tx`delete from notices where state in ('pending', 'sending') and ${elsewhere}`;
  await tx`delete from webhook_deliveries where state in ('waiting', 'sending') and ${elsewhere}`;
  await tx`
    delete from visit_photos p using visits v where v.id = p.visit_id
      and v.operation in (select code from operations where move_step = 'left')`;
}

/** @throws MoveRefused with this reason */
async function until(waitMs: number, otherwise: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + waitMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new MoveRefused(`Taken back: ${otherwise}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
