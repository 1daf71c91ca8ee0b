import { setTimeout as wait } from 'node:timers/promises';
import { hash, verify } from '@node-rs/argon2';
import { readOutboxAge } from '../../db/record/outbox.ts';
import {
  type PgBouncer,
  pgBouncerPrepares,
  startPgBouncer,
  withoutPgBouncer,
} from '../support/postgres/pgbouncer.ts';
import { type Bench, startCallers, startProductServer, stopAll } from './bench.ts';
import type { Boards } from './boards.ts';
import type { Callers, Timed } from './callers.ts';
import { makeChanges } from './changes.ts';
import { cpuOf, openPostgresCpu } from './cpu-of-processes.ts';
import { postText } from './http-connection.ts';
import { alternate, atMost, beside, figure, type Line, limit, median, quantile } from './measure.ts';
import { addMorning, boardCount, type Morning, operations, password } from './morning-people.ts';
import { type Process, start } from './process.ts';
import type { ProductServer } from './product-server.ts';
import { analyze } from './record.ts';
import type { Technicians } from './technicians.ts';
import { startWorker } from './worker.ts';

/** 2,000 technicians within ten minutes. */
const techniciansAMinute = 200;
const rate = 20;
const mostMs = 150;
/** Sign-ins one after the other, to see what one costs. */
const alone = 20;

/** What was seen of one side: times in ms, and ms of CPU of each kind of process. */
type Seen = {
  signIn: number[];
  day: number[];
  take: number[];
  last: number[];
  missed: number;
  refused: number;
  ms: number;
  cpu: { web: number; worker: number; postgres: number; pooler: number };
};

/** One installation at work: its operations, its web processes, and their boards. */
type Side = {
  morning: Morning;
  webs: Process<ProductServer>[];
  /** Between its web processes and PostgreSQL. */
  pooler: PgBouncer | null;
  ports: number[];
  boards: Process<Boards>;
  changes: ReturnType<typeof makeChanges>[];
  turn: number;
  arrived: number;
  seen: Seen;
};

/**
 * P21: the morning of size L on one web process. P22: the same on two behind PgBouncer, where there is one, in the same
 * run.
 * @param minutes how long each side works; so many technicians of the 2,000 sign in as come in that time
 */
export async function benchMorning(bench: Bench, picked: Set<string>, minutes: number): Promise<Line[]> {
  const { db } = bench.record;
  const postgresCpu = await openPostgresCpu(db.sql);
  // What other rows left behind is not this morning's work.
  await db.sql`delete from outbox`;
  const worker = await startWorker(bench.record.url);
  const [callers, technicians] = await Promise.all([
    startCallers(),
    start<Technicians>('./technicians.ts', {}),
  ]);
  const started: { stop(): Promise<void> }[] = [worker, callers, technicians];
  try {
    const sides = [await openSide(bench, 500, 1, started)];
    if (picked.has('P22')) sides.push(await openSide(bench, 600, 2, started));
    // As in an installation where these people have worked for months.
    await analyze(
      bench.record,
      'visits',
      'users',
      'technicians',
      'user_operations',
      'sessions',
      'operations',
    );
    const [one, two] = sides as [Side, Side?];
    /** One round: some of the technicians, and the others' changes for as long. */
    const work = async (side: Side, ms: number): Promise<Seen> => {
      const people = side.morning.people
        .slice(side.arrived, side.arrived + Math.round((techniciansAMinute * ms) / 60_000))
        .map((person, index) => ({ ...person, port: side.ports[index % side.ports.length]! }));
      side.arrived += people.length;
      await side.boards.call('received');
      const cpu = async () => ({
        web: sum(await Promise.all(side.webs.map((web) => web.call('cpu')))),
        worker: worker.cpu(),
        postgres: postgresCpu(),
        pooler: side.pooler ? cpuOf(side.pooler.pid()) : 0,
      });
      const [begun, before] = [performance.now(), await cpu()];
      const [times, timed] = await Promise.all([
        technicians.call('work', { people, within: ms }),
        change(callers, side, Math.round((rate * ms) / 1_000)),
      ]);
      await settled(bench);
      const [after, took] = [await cpu(), performance.now() - begun];
      return {
        ...times,
        ...(await lastBoards(side, timed)),
        refused: times.refused + sum(timed.map(({ refused }) => refused)),
        ms: took,
        cpu: {
          web: after.web - before.web,
          worker: after.worker - before.worker,
          postgres: after.postgres - before.postgres,
          pooler: after.pooler - before.pooler,
        },
      };
    };
    const signIn = await oneSignIn(one, callers);
    for (const side of sides) await work(side, 6_000);
    await alternate(
      bench.rounds,
      sides.map((side) => async () => {
        add(side.seen, await work(side, (minutes * 60_000) / bench.rounds));
      }),
    );
    bench.log(
      `${one.seen.signIn.length} technicians of ${operations} operations in ${minutes} minutes${two ? ', on each side' : ''}`,
    );
    const lines: Line[] = [];
    if (picked.has('P21')) lines.push(...linesOfOne(one.seen, signIn));
    if (two) lines.push(...linesOfTwo(two.seen, one.seen, two.pooler !== null));
    return lines;
  } finally {
    await stopAll(...started);
  }
}

async function openSide(
  bench: Bench,
  firstCode: number,
  processes: number,
  started: { stop(): Promise<void> }[],
): Promise<Side> {
  const morning = await addMorning(bench.record.db.sql, firstCode);
  const pooler =
    processes > 1 && !withoutPgBouncer()
      ? await startPgBouncer(bench.record.url, { prepares: pgBouncerPrepares() })
      : null;
  if (pooler) started.push(pooler);
  const webs = await Promise.all(
    Array.from({ length: processes }, () => startProductServer(bench, 0, [], pooler?.url(bench.record.url))),
  );
  const boards = await start<Boards>('./boards.ts', {});
  started.push(...webs, boards);
  const ports = await Promise.all(webs.map((web) => web.call('port')));
  // Each operation's boards are shared out over the processes, as a proxy does.
  for (const { operation, tokens } of morning.watchers)
    for (const [index, port] of ports.entries())
      await boards.call('connect', {
        port,
        tokens: tokens.filter((_, at) => at % ports.length === index),
        operation,
      });
  const changes = morning.places.map((place) => makeChanges(place, 'product'));
  const seen = {
    ...{ signIn: [], day: [], take: [], last: [], missed: 0, refused: 0, ms: 0 },
    cpu: { web: 0, worker: 0, postgres: 0, pooler: 0 },
  };
  return { morning, webs, pooler, ports, boards, changes, turn: 0, arrived: 0, seen };
}

type Sent = Timed & { operation: number };

/** So many changes, 20 a second, of the operations in turn, each operation's at the same process. */
async function change(callers: Process<Callers>, side: Side, count: number): Promise<Sent[]> {
  const operationOf = new Map<string, number>();
  const queues = side.ports.map(() => [] as { key: string; text: string }[]);
  for (let n = 0; n < count; n++) {
    const operation = side.turn++ % operations;
    const [one] = side.changes[operation]!(1);
    operationOf.set(one!.key, operation);
    queues[operation % queues.length]!.push({ key: one!.key, text: one!.text });
  }
  const timed = await Promise.all(
    queues.map((requests, index) =>
      callers.call('atRate', { port: side.ports[index]!, rate: rate / queues.length, requests, again: true }),
    ),
  );
  return timed.flat().map((one) => ({ ...one, operation: operationOf.get(one.key)! }));
}

async function lastBoards(side: Side, timed: Sent[]): Promise<Pick<Seen, 'last' | 'missed'>> {
  const received = await side.boards.call('received');
  const last: number[] = [];
  let missed = 0;
  for (const { key, sentAt, operation } of timed) {
    const found = received.get(key);
    missed += side.morning.watchers[operation]!.tokens.length - (found?.boards ?? 0);
    if (found) last.push(found.last - sentAt);
  }
  return { last, missed };
}

/** Until the worker has nothing left to do of it: its CPU belongs to the round. */
async function settled({ record }: Bench): Promise<void> {
  for (let asked = 0; asked < 50; asked++) {
    await wait(300);
    if ((await readOutboxAge(record.db)).waiting === 0) break;
  }
}

/** Milliseconds of CPU of the web process for a sign-in with nothing else to do, and of the check of the password alone. */
async function oneSignIn(side: Side, callers: Process<Callers>): Promise<{ cpu: number; check: number }> {
  const [web, port] = [side.webs[0]!, side.ports[0]!];
  const queues = [
    side.morning.people
      .slice(-alone)
      .map(({ username }) => postText('/v1/user/login', null, { username, password })),
  ];
  await callers.call('each', { port, queues });
  const before = await web.call('cpu');
  await callers.call('each', { port, queues });
  const cpu = ((await web.call('cpu')) - before) / alone;
  const kept = await hash(password);
  const checks: number[] = [];
  for (let n = 0; n < alone; n++) {
    const { user, system } = process.cpuUsage();
    await verify(kept, password);
    const used = process.cpuUsage({ user, system });
    checks.push((used.user + used.system) / 1_000);
  }
  return { cpu, check: median(checks) };
}

function add(seen: Seen, round: Seen): void {
  for (const name of ['signIn', 'day', 'take', 'last'] as const) seen[name].push(...round[name]);
  for (const name of ['missed', 'refused', 'ms'] as const) seen[name] += round[name];
  for (const name of ['web', 'worker', 'postgres', 'pooler'] as const) seen.cpu[name] += round.cpu[name];
}

const sum = (values: number[]) => values.reduce((all, one) => all + one, 0);
const called = {
  signIn: 'a sign-in',
  day: 'the technician’s day',
  take: 'a take',
  last: 'POST to the last board',
};

function linesOfOne(
  { cpu, ms, missed, refused, ...times }: Seen,
  signIn: { cpu: number; check: number },
): Line[] {
  const share = (used: number) => (100 * used) / ms;
  return [
    ...(['signIn', 'day', 'take', 'last'] as const).flatMap((name) => [
      figure('P21', `morning of L, ${called[name]}, p50`, 'ms', median(times[name])),
      limit('P21', 'the same, p99', 'ms', quantile(times[name], 0.99), mostMs),
    ]),
    limit('P21', 'calls refused for want of capacity (503)', '', refused, 0),
    limit('P21', `deliveries to ${boardCount} boards missed`, '', missed, 0),
    limit('P21', 'CPU of the web process, of a core', '%', share(cpu.web), 60),
    figure('P21', 'CPU of the worker, of a core', '%', share(cpu.worker)),
    figure('P21', 'CPU of PostgreSQL, of a core', '%', share(cpu.postgres)),
    beside('P21', 'CPU of a sign-in / of the check of its password', 'ms', signIn.cpu, signIn.check),
  ];
}

function linesOfTwo(two: Seen, one: Seen, pooled: boolean): Line[] {
  const way = pooled ? `behind PgBouncer${pgBouncerPrepares() ? ', prepared' : ''}` : 'without PgBouncer';
  const name = `morning of L, two web processes ${way} / one without`;
  const all = ({ cpu }: Seen) => (cpu.web + cpu.worker + cpu.postgres + cpu.pooler) / 1_000;
  return [
    atMost('P22', `${name}, CPU of web, worker, PostgreSQL and PgBouncer`, 's', all(two), all(one), 1.15),
    beside('P22', 'the same, of the web processes alone', 's', two.cpu.web / 1_000, one.cpu.web / 1_000),
    ...(['signIn', 'day', 'take', 'last'] as const).map((what) =>
      beside('P22', `${called[what]}, p99`, 'ms', quantile(two[what], 0.99), quantile(one[what], 0.99)),
    ),
    limit('P22', 'calls refused for want of capacity (503)', '', two.refused, 0),
    limit('P22', 'deliveries missed', '', two.missed, 0),
  ];
}
