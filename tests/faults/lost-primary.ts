import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { findPrimary, type Primary, primaryUrl } from '../../db/connection/primary.ts';
import { type Cluster, loadDemo } from './cluster.ts';
import type { Fault } from './fault.ts';
import { withoutHaproxy } from './haproxy.ts';
import { answers, restartBehindHaproxy } from './killed-processes.ts';
import type { Load } from './load.ts';
import { signedOut } from './lost-database.ts';
import { missingPrograms, type Node, openPatroniCluster, type PatroniCluster } from './patroni-cluster.ts';
import type { Stage } from './stage.ts';
import { by, pause, percentile } from './timing.ts';

/** F33 to F40, F45, F46: what happens to a PostgreSQL cluster of three, under Patroni and etcd, in synchronous mode. */

/** Requests may still fail so long after a new primary takes writes: processes notice it when they connect anew. */
const noticeMs = 2_000;
/** Boards move again so long after a new primary. */
const boardsMs = 10_000;

type Served = Cluster & { patroni: PatroniCluster };
const opened = new WeakMap<Cluster, Promise<Served>>();

/** The stage of all of them: one cluster for a run, whole again after each. */
const stage: NonNullable<Fault['stage']> = async (_, cluster) => {
  const missing = missingPrograms();
  if (missing) return { notRun: missing };
  if (!opened.has(cluster)) opened.set(cluster, openServed(cluster));
  const served = await opened.get(cluster)!;
  await served.patroni.untilWhole(240_000);
  return { cluster: served };
};

/** The cluster under Patroni as the suite's faults know one. */
async function openServed(usual: Cluster): Promise<Served> {
  const patroni = await openPatroniCluster();
  usual.onClose(() => patroni.close());
  const asAdmin = async (text: string) => {
    const sql = postgres(await primaryUrl(patroni.urlOf('postgres')), { max: 1, onnotice: () => {} });
    try {
      return await sql.unsafe(text);
    } finally {
      await sql.end({ timeout: 5 });
    }
  };
  const people = await loadDemo(patroni.urlOf('agenda'));
  await asAdmin('alter database agenda with is_template true allow_connections false');
  const unlike = (): never => {
    throw new Error('not of a cluster of several servers');
  };
  return {
    patroni,
    dir: usual.dir,
    people,
    port: unlike,
    async copy(name) {
      await asAdmin(`create database ${name} template agenda`);
      return patroni.urlOf(name);
    },
    async empty(name) {
      await asAdmin(`create database ${name} template template0`);
      return patroni.urlOf(name);
    },
    size: async (name) => Number((await asAdmin(`select pg_database_size('${name}') as bytes`))[0]!.bytes),
    drop: async (name) => void (await asAdmin(`drop database if exists ${name} with (force)`)),
    addTablespace: unlike,
    dropTablespace: unlike,
    crash: unlike,
    restart: unlike,
    onClose: usual.onClose,
    close: () => patroni.close(),
  };
}

const patroniOf = (stage: Stage) => (stage.cluster as Served).patroni;

/** When the primary of before was lost, and when another one took writes. By `Date.now()`. */
type Change = { lost: number; taken: number };

/** @returns when a server other than `former` takes writes; with the same one when `former` is undefined */
async function untilTaken(stage: Stage, former: Primary | undefined, withinMs = 60_000): Promise<number> {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await pause(50)) {
    const found = await findPrimary(stage.url).catch(() => undefined);
    if (found && (found.host !== former?.host || found.port !== former.port)) return Date.now();
  }
  console.error(patroniOf(stage).said());
  throw new Error(`no new primary within ${withinMs} ms`);
}

/** What people noticed of one or several changes of the primary. */
function noticed(stage: Stage, changes: Change[], others: { mayFail?: boolean } = {}) {
  const failed = stage.journal.tries.filter(({ status }) => status === 0 || status >= 500);
  const isWithin = ({ at, ms }: { at: number; ms: number }) =>
    changes.some(({ lost, taken }) => at + ms >= lost && at <= taken + noticeMs);
  const outside = failed.filter((one) => !isWithin(one));
  const whenOf = ({ path, status, at, ms }: (typeof failed)[number]) =>
    `${path} ${status}, ${changes.map(({ lost }) => `from ${Math.round(at - lost)} to ${Math.round(at + ms - lost)} ms`).join(', ')} after the loss`;
  const wrong = failed.filter(({ status, retryAfter }) => status !== 503 || !retryAfter);
  const gaps = changes.map(({ lost, taken }) => taken - lost);
  const firsts = changes.map(({ lost, taken }) => {
    const after = stage.journal.tries.filter(
      ({ at, ms, status, path }) =>
        status === 200 && at + ms > taken - 500 && at > lost && path.startsWith('visit'),
    );
    return Math.max(0, Math.min(...after.map(({ at, ms }) => at + ms)) - taken);
  });
  return {
    figures: [
      ...(changes.length > 0
        ? [
            `new primary after ${gaps.join(', ')} ms, first command ${firsts.map(Math.round).join(', ')} ms after it`,
          ]
        : []),
      `${failed.length} requests failed`,
    ],
    problems: [
      ...(outside.length > 0 && !others.mayFail
        ? [`${outside.length} failed outside of the change (${whenOf(outside[0]!)})`]
        : []),
      ...(wrong.length > 0
        ? [`${wrong.length} failed otherwise than by 503 with Retry-After (${wrong[0]!.status})`]
        : []),
      ...signedOut(stage.journal.tries),
    ],
  };
}

/** How long after `since` every board has moved on from here. Boards move while the load goes on. */
async function untilBoardsMove(stage: Stage, since: number) {
  const before = stage.boards.map(({ board }) => board.version);
  while (Date.now() - since < boardsMs + 5_000) {
    if (stage.boards.every(({ board }, at) => board.version > before[at]!)) break;
    await pause(50);
  }
  const ms = Date.now() - since;
  return { figure: `boards ${ms} ms`, problems: ms > boardsMs ? [`boards moved after ${ms} ms`] : [] };
}

/** Rejoining reads what the server that was lost has in excess, or all of it: as fast as the machine allows. */
async function untilWhole(patroni: PatroniCluster): Promise<string> {
  const from = Date.now();
  await patroni.untilWhole(240_000);
  return `three members again ${Math.round((Date.now() - from) / 1_000)} s after the load`;
}

/** A fault in which another server becomes the primary. */
const withNewPrimary = (
  title: string,
  lose: (patroni: PatroniCluster, primary: Node) => Promise<void> | void,
  recover: (patroni: PatroniCluster, primary: Node, stage: Stage) => Promise<void> | void = () => {},
): Fault => ({
  title,
  stage,
  async run(stage, load) {
    const patroni = patroniOf(stage);
    await answers(load, by(stage.size, 40, 100, 100));
    const former = await findPrimary(stage.url);
    const node = patroni.nodes.find(({ port }) => port === former.port)!;
    const lost = Date.now();
    await lose(patroni, node);
    const taken = await untilTaken(stage, former);
    const boards = await untilBoardsMove(stage, taken);
    await answers(load, 100);
    await recover(patroni, node, stage);
    await answers(load, 50);
    await load.finish();
    const seen = noticed(stage, [{ lost, taken }]);
    const whole = await untilWhole(patroni);
    return {
      figures: [...seen.figures, boards.figure, whole].join('; '),
      problems: [...seen.problems, ...boards.problems],
    };
  },
});

export const killedPrimary = withNewPrimary(
  'primary killed',
  (patroni, primary) => patroni.kill(primary),
  (patroni, primary) => patroni.start(primary),
);

/** Its Patroni lives on and clones the new primary by itself. */
export const lostDisk = withNewPrimary("the primary's disk gone", (patroni, primary) =>
  patroni.loseDisk(primary),
);

/** It must give its place up before another one takes it; what it took and did not replicate is not acknowledged. */
export const cutOffPrimary = withNewPrimary(
  'primary cut off from etcd, not from the product',
  (patroni, primary) => patroni.cutFromEtcd(primary),
  (patroni, primary) => patroni.rejoin(primary),
);

export const switchover: Fault = {
  title: 'planned switchover',
  stage,
  async run(stage, load) {
    const patroni = patroniOf(stage);
    const changes: Change[] = [];
    for (let round = 0; round < by(stage.size, 1, 2, 4); round++) {
      await answers(load, 80);
      const former = await findPrimary(stage.url);
      const lost = Date.now();
      const [taken] = await Promise.all([untilTaken(stage, former), patroni.switchover()]);
      changes.push({ lost, taken });
      await answers(load, 80);
      await patroni.untilWhole(240_000);
    }
    const boards = await untilBoardsMove(stage, Date.now());
    await load.finish();
    const seen = noticed(stage, changes);
    return {
      figures: [...seen.figures, boards.figure].join('; '),
      problems: [...seen.problems, ...boards.problems],
    };
  },
};

/** The standby of a role, which may change while it is asked. */
async function standbyOf(patroni: PatroniCluster, role: 'sync_standby' | 'replica'): Promise<Node> {
  const found = (await patroni.members()).find((member) => member.role === role);
  const node = found && patroni.nodes.find(({ name }) => name === found.name);
  if (!node) throw new Error(`there is no ${role}`);
  return node;
}

/** How long commands took in a span of time. */
const slowest = (stage: Stage, from: number) => {
  const ms = stage.journal.tries
    .filter(({ at, status, path }) => at >= from && status === 200 && path.startsWith('visit/'))
    .map((one) => one.ms);
  return `commands p50 ${Math.round(percentile(ms, 0.5))} ms, slowest ${Math.round(Math.max(...ms))} ms`;
};

export const lostStandby: Fault = {
  title: 'a standby lost, the synchronous one',
  stage,
  async run(stage, load) {
    const patroni = patroniOf(stage);
    await answers(load, 80);
    const standby = await standbyOf(patroni, 'sync_standby');
    const lost = Date.now();
    await patroni.kill(standby);
    await answers(load, 150);
    const without = slowest(stage, lost);
    patroni.start(standby);
    await answers(load, 50);
    await load.finish();
    const seen = noticed(stage, []);
    const whole = await untilWhole(patroni);
    return {
      figures: [...seen.figures, without, whole].join('; '),
      problems: [...seen.problems, ...(await missingMetrics(patroni))],
    };
  },
};

/** As a former primary was seen once after F35; Patroni says of it that it follows. It is made anew by itself. */
export const stalledStandby: Fault = {
  title: 'a standby that can never follow again',
  stage,
  async run(stage, load) {
    const patroni = patroniOf(stage);
    await answers(load, 60);
    const standby = await standbyOf(patroni, 'replica');
    const began = Date.now();
    const clones = patroni.countClones(standby);
    await patroni.stop(standby);
    await patroni.writeOwnLog(standby);
    patroni.start(standby);
    await answers(load, by(stage.size, 40, 150, 150));
    const during = slowest(stage, began);
    await load.finish();
    while (patroni.countClones(standby) === clones && Date.now() - began < 300_000) await pause(500);
    const anew = patroni.countClones(standby) > clones;
    const after = `made anew ${Math.round((Date.now() - began) / 1_000)} s after it was stopped`;
    const whole = await untilWhole(patroni);
    const seen = noticed(stage, []);
    return {
      figures: [...seen.figures, during, after, whole].join('; '),
      problems: [...seen.problems, ...(anew ? [] : ['it was not made anew'])],
    };
  },
};

/** What the alerts of the docs ask for and a member's Patroni does not say. */
async function missingMetrics(patroni: PatroniCluster): Promise<string[]> {
  const rules = join(import.meta.dirname, '../../docs/operations/monitoring/cluster.rules.yml');
  const said = await patroni.metrics(patroni.nodes[0]!);
  const asked = new Set(readFileSync(rules, 'utf8').match(/\bpatroni_\w+/g));
  return [...asked].filter((name) => !said.includes(`\n${name}{`)).map((name) => `no metric ${name}`);
}

/** Its processes read from the standby that is then held back. */
const readingStage: NonNullable<Fault['stage']> = async (size, cluster) => {
  const wanted = await stage(size, cluster);
  if ('notRun' in wanted) return wanted;
  const { patroni } = wanted.cluster as Served;
  const standby = await standbyOf(patroni, 'sync_standby');
  return { ...wanted, readUrlOf: (database) => patroni.urlAt(standby, database) };
};

export const laggingStandby: Fault = {
  title: 'a standby that is read lags 30 s',
  stage: readingStage,
  async run(stage, load) {
    const sql = postgres(stage.readUrl!, { max: 1, onnotice: () => {} });
    const reads = readOwn(stage, load);
    await answers(load, 60);
    const before = reads.count();
    const held = Date.now();
    let lagSeconds = 0;
    let readers = 0;
    // What replays the log stands still, and what takes it goes on. Patroni ends every pause that PostgreSQL offers.
    const [replay] = await sql<{ pid: number }[]>`
      select pid from pg_stat_activity where backend_type = 'startup'`;
    process.kill(replay!.pid, 'SIGSTOP');
    try {
      await answers(load, 100);
      await pause(Math.max(0, by(stage.size, 5_000, 30_000, 30_000) - (Date.now() - held)));
      const [row] = await sql<{ lag: number; readers: number }[]>`
        select extract(epoch from now() - pg_last_xact_replay_timestamp())::float8 as lag,
          (select count(*)::int from pg_stat_activity where application_name = 'agenda-tecnica') as readers`;
      lagSeconds = row!.lag;
      readers = row!.readers;
    } finally {
      process.kill(replay!.pid, 'SIGCONT');
      await sql.end({ timeout: 5 });
    }
    const lagging = slowest(stage, held);
    const late = reads.count() - before;
    await load.finish();
    const { missed } = await reads.end();
    const seen = noticed(stage, []);
    return {
      figures: [
        ...seen.figures,
        `${Math.round(lagSeconds)} s behind`,
        lagging,
        `${before} reads of one’s own visit before and ${late} while it lagged, ${missed.length} without it`,
      ].join('; '),
      problems: [
        ...seen.problems,
        ...(lagSeconds < 4 ? ['it did not lag'] : []),
        ...(readers === 0 ? ['the standby was not read'] : []),
        ...(before === 0 || late === 0 ? ['nothing was looked for'] : []),
        ...missed.slice(0, 3),
      ],
    };
  },
};

/** Looks for each newest visit that was made, by the search, which reads the standby: it has to be found. */
function readOwn({ journal, addresses, people }: Stage, load: Load) {
  let ending = false;
  let count = 0;
  const missed: string[] = [];
  const work = (async () => {
    for (let turn = 0; !ending; turn++) {
      const visit = load.chains.flatMap(({ visits }) => visits).toSorted((a, b) => b - a)[0];
      if (visit !== undefined) {
        const answer = await journal.once(
          addresses[turn % addresses.length]!,
          'search',
          { text: String(visit) },
          { token: people.dispatcher },
        );
        if (answer.status === 200) {
          count++;
          const found: { kind: string; number: string }[] = answer.data.items;
          if (!found.some(({ kind, number }) => kind === 'visit' && number === String(visit)))
            missed.push(`visit ${visit} was not found`);
        }
      }
      await pause(250);
    }
  })();
  return {
    count: () => count,
    async end() {
      ending = true;
      await work;
      return { missed };
    },
  };
}

export const rollingServers: Fault = {
  title: 'all three servers restarted one by one',
  stage,
  async run(stage, load) {
    const patroni = patroniOf(stage);
    const changes: Change[] = [];
    await answers(load, 60);
    const primary = await patroni.leader();
    const order = [...patroni.nodes.filter(({ name }) => name !== primary!.name), primary!];
    for (const node of order) {
      if ((await patroni.leader())?.name === node.name) {
        // As an operator does: the primary is moved first, so that it never stops with people at work on it.
        const former = await findPrimary(stage.url);
        const lost = Date.now();
        const [taken] = await Promise.all([untilTaken(stage, former), patroni.switchover()]);
        changes.push({ lost, taken });
        await patroni.untilWhole(240_000);
      }
      await patroni.stop(node);
      await answers(load, 40);
      patroni.start(node);
      await patroni.untilWhole(240_000);
    }
    await answers(load, 50);
    await load.finish();
    const seen = noticed(stage, changes);
    return { figures: seen.figures.join('; '), problems: seen.problems };
  },
};

/** F43 over the cluster: the product is upgraded process by process while it serves it. */
export const restartOverCluster: Fault = {
  ...restartBehindHaproxy,
  title: 'the processes restarted one by one over the cluster, behind HAProxy',
  async stage(size, cluster) {
    const notRun = withoutHaproxy();
    return notRun ? { notRun } : { ...(await stage(size, cluster)), balanced: 'haproxy' };
  },
};

export const downCluster: Fault = {
  title: 'the cluster down',
  stage,
  async run(stage, load: Load) {
    const patroni = patroniOf(stage);
    await answers(load, 60);
    const lost = Date.now();
    await Promise.all(patroni.nodes.map((node) => patroni.kill(node)));
    await pause(by(stage.size, 10_000, 60_000, 60_000));
    for (const node of patroni.nodes) patroni.start(node);
    const taken = await untilTaken(stage, undefined);
    const boards = await untilBoardsMove(stage, taken);
    await answers(load, 100);
    await load.finish();
    const seen = noticed(stage, [{ lost, taken }]);
    const whole = await untilWhole(patroni);
    return {
      figures: [...seen.figures, boards.figure, whole].join('; '),
      problems: [...seen.problems, ...boards.problems],
    };
  },
};
