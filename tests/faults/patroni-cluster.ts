import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { patroniHeaders } from '../../server/operator/patroni-request.ts';
import { freePort } from '../support/free-port.ts';

/** A server of the cluster: PostgreSQL and the Patroni that starts it, promotes it, and takes the primary's place from it. */
export type Node = { name: string; port: number };
/** As Patroni reports it; `lag` in bytes. */
export type MemberState = { name: string; role: string; state: string; lag?: number | string };

export type PatroniCluster = {
  dir: string;
  nodes: Node[];
  /** The address with all three servers. */
  urlOf(database: string): string;
  /** The address of one server. */
  urlAt(node: Node, database: string): string;
  /** What the members say of one another; empty: none answers. */
  members(): Promise<MemberState[]>;
  /** The member that holds the leader's lock. @returns undefined: none does */
  leader(): Promise<Node | undefined>;
  /** One leader, two standbys that stream, one of them synchronous. @throws when it is not so in time */
  untilWhole(withinMs?: number): Promise<void>;
  /** SIGKILL to Patroni and to every process of PostgreSQL, as when the machine is lost. */
  kill(node: Node): Promise<void>;
  /** SIGTERM to Patroni, which stops its PostgreSQL. */
  stop(node: Node): Promise<void>;
  start(node: Node): void;
  /** SIGKILL to PostgreSQL alone, and its folder deleted. Patroni goes on. */
  loseDisk(node: Node): void;
  /**
   * A stopped standby writes a log of its own, longer than the primary's and of the same timeline: Patroni, which
   * compares timelines, does not rewind it, and it can never follow again.
   */
  writeOwnLog(node: Node): Promise<void>;
  /** How often a member was cloned from another one since the cluster began. */
  countClones(node: Node): number;
  /** Between this member and all of etcd nothing passes until `rejoin`. */
  cutFromEtcd(node: Node): Promise<void>;
  rejoin(node: Node): void;
  /** Begins a planned change of the primary; Patroni chooses the new one. */
  switchover(): Promise<void>;
  /** The address of a member's Patroni. */
  patroniOf(node: Node): string;
  /** What a member's Patroni answers to Prometheus. */
  metrics(node: Node): Promise<string>;
  /** What its processes wrote last, to find out why. */
  said(): string;
  /** Ends every process and deletes every file of it. */
  close(): Promise<void>;
};

const bin = '/usr/lib/postgresql/15/bin';
const programs = ['/usr/bin/patroni', '/usr/bin/etcd', `${bin}/postgres`, `${bin}/pg_rewind`];

/** Why this machine cannot run the cluster; undefined: it can. */
export function missingPrograms(): string | undefined {
  const missing = programs.filter((program) => !existsSync(program));
  return missing.length > 0
    ? `${missing.join(', ')} missing: apt-get install patroni etcd-server etcd-client postgresql-15`
    : undefined;
}

type Member = Node & { rest: number; folder: string; gateway: number };

/** Where Patroni's configuration is, which `docker-compose.ha.yml` uses too. */
const configured = join(import.meta.dirname, '../../server/supervisor/cluster');
const password = 'only-on-this-machine';
/** Of Patroni's orders. */
const api = { PATRONI_RESTAPI_USERNAME: 'patroni', PATRONI_RESTAPI_PASSWORD: password };

/**
 * Three etcd and three PostgreSQL 15 with Patroni as plain processes on 127.0.0.1, synchronous, with Debian's packages.
 * Each member reaches etcd through a gateway of its own (etcd's TCP proxy), by which it can be cut off. Standbys that stop
 * to follow are made anew (`npm run watch-standbys`). `docker-compose.ha.yml` has the same.
 *
 * @param options.follows the primary of another cluster, whose standby cluster this one is
 * @throws Error when it is not whole after two minutes; what its processes wrote is in the message
 */
export async function openPatroniCluster(options: { follows?: Node } = {}): Promise<PatroniCluster> {
  const { follows } = options;
  const dir = mkdtempSync(join(tmpdir(), 'agenda-patroni-'));
  chmodSync(dir, 0o755);
  const account = accountOf('postgres');
  const running = new Map<string, ChildProcess>();

  const run = (name: string, program: string, args: string[], as: Account, settings: object = {}) => {
    const out = openSync(join(dir, `${name}.log`), 'a');
    const child: ChildProcess = spawn(program, args, {
      ...as,
      cwd: as.uid === undefined ? dir : '/',
      env: {
        PATH: `${bin}:${process.env.PATH}`,
        LC_ALL: 'C',
        LANG: 'C',
        HOME: dir,
        ...settings,
      } as unknown as NodeJS.ProcessEnv,
      stdio: ['ignore', out, out],
      // As under systemd: a session of its own.
      detached: true,
    });
    running.set(name, child);
    raise(child.pid!);
    child.once('exit', () => running.get(name) === child && running.delete(name));
  };
  const end = async (name: string, signal: NodeJS.Signals, withinMs = 30_000) => {
    const child = running.get(name);
    if (!child) return;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill(signal);
    const late = setTimeout(() => child.kill('SIGKILL'), withinMs);
    await gone;
    clearTimeout(late);
  };

  const etcds = await Promise.all(
    [1, 2, 3].map(async (n) => ({ name: `etcd${n}`, client: await freePort(), peer: await freePort() })),
  );
  for (const { name, client, peer } of etcds)
    run(
      name,
      '/usr/bin/etcd',
      [
        ...['--name', name, '--data-dir', join(dir, name)],
        ...[`--listen-client-urls=http://127.0.0.1:${client}`],
        ...[`--advertise-client-urls=http://127.0.0.1:${client}`],
        ...[`--listen-peer-urls=http://127.0.0.1:${peer}`],
        ...[`--initial-advertise-peer-urls=http://127.0.0.1:${peer}`],
        `--initial-cluster=${etcds.map((one) => `${one.name}=http://127.0.0.1:${one.peer}`).join(',')}`,
        ...['--initial-cluster-token=agenda', '--initial-cluster-state=new'],
        // For a machine that is busy with all of them: its default elects anew after a second.
        ...['--heartbeat-interval=250', '--election-timeout=2500'],
      ],
      {},
    );

  const nodes: Member[] = [];
  // Of a standby cluster other ones: the primary would take its member for its own one of the same name.
  for (const name of follows ? ['sur1', 'sur2', 'sur3'] : ['node1', 'node2', 'node3']) {
    const folder = join(dir, name);
    mkdirSync(folder, { mode: 0o700 });
    nodes.push({
      name,
      folder,
      gateway: await freePort(),
      port: await freePort(),
      rest: await freePort(),
    });
    if (account.uid !== undefined) chownSync(folder, account.uid, account.gid!);
  }
  const config = join(dir, 'patroni.yml');
  const members = parse(
    readFileSync(join(configured, 'patroni.yml'), 'utf8').replaceAll('/etc/patroni', dir),
  );
  if (follows)
    members.bootstrap.dcs.standby_cluster = {
      host: '127.0.0.1',
      port: follows.port,
      create_replica_methods: ['basebackup'],
    };
  writeFileSync(config, stringify(members));
  copyFileSync(join(configured, 'create-database.sh'), join(dir, 'create-database.sh'));
  const memberOf = ({ name }: Node) => nodes.find((node) => node.name === name)!;
  const dataOf = (node: Node) => join(memberOf(node).folder, 'data');
  const start = (node: Node) =>
    run(node.name, '/usr/bin/patroni', [config], account, patroniSettings(memberOf(node)));
  const gatewayOf = ({ name }: Node) => `${name}-gateway`;
  const openGateway = (node: Member) => {
    const endpoints = etcds.map(({ client }) => `127.0.0.1:${client}`).join(',');
    const listen = `--listen-addr=127.0.0.1:${node.gateway}`;
    run(gatewayOf(node), '/usr/bin/etcd', ['gateway', 'start', listen, `--endpoints=${endpoints}`], {});
  };
  const killPostgres = (node: Node) => {
    const postmaster = postmasterOf(dataOf(node));
    if (!postmaster) return;
    const children = childrenOf(postmaster);
    for (const pid of [postmaster, ...children]) send(pid, 'SIGKILL');
  };

  const cluster: PatroniCluster = {
    dir,
    nodes,
    urlOf: (database) =>
      `postgres://postgres:${password}@${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}/${database}?target_session_attrs=read-write`,
    urlAt: ({ port }, database) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`,
    async members() {
      for (const { rest } of nodes) {
        const answer = await ask(`http://127.0.0.1:${rest}/cluster`);
        if (answer) return (JSON.parse(answer) as { members: MemberState[] }).members;
      }
      return [];
    },
    async leader() {
      const members = await cluster.members();
      const leads = (role: string) => role === 'leader' || role === 'standby_leader';
      const found = members.find(({ role, state }) => leads(role) && state === 'running');
      return found && nodes.find(({ name }) => name === found.name);
    },
    async untilWhole(withinMs = 90_000) {
      let seen: MemberState[] = [];
      for (const deadline = Date.now() + withinMs; Date.now() < deadline; ) {
        seen = await cluster.members();
        const roles = seen.map(({ role, state }) =>
          state === 'running' || state === 'streaming' ? role : '',
        );
        const wanted = follows ? ['standby_leader', 'replica'] : ['leader', 'sync_standby', 'replica'];
        const whole = wanted.every((role) => roles.includes(role)) && roles.every((role) => role !== '');
        if (whole && seen.every(({ lag }) => lag === undefined || Number(lag) < 1_000_000)) return;
        await new Promise((next) => setTimeout(next, 300));
      }
      throw new Error(`the cluster is not whole: ${JSON.stringify(seen)}`);
    },
    async kill(node) {
      const patroni = end(node.name, 'SIGKILL');
      killPostgres(node);
      await patroni;
    },
    stop: (node) => end(node.name, 'SIGTERM', 60_000),
    start,
    loseDisk(node) {
      killPostgres(node);
      // Its processes may write for a moment more.
      rmSync(dataOf(node), { recursive: true, force: true, maxRetries: 10, retryDelay: 20 });
    },
    async writeOwnLog(node) {
      const data = dataOf(node);
      rmSync(join(data, 'standby.signal'));
      const writing = spawn(`${bin}/postgres`, ['--single', '-D', data, 'postgres'], {
        ...account,
        cwd: '/',
        stdio: ['pipe', 'ignore', openSync(join(dir, `${node.name}.log`), 'a')],
      });
      writing.stdin!.end("select pg_logical_emit_message(false, 'own', repeat('x', 100000))\n");
      const [code] = await once(writing, 'exit');
      if (code !== 0) throw new Error(`no log of its own: ${cluster.said()}`);
    },
    countClones: ({ name }) =>
      readFileSync(join(dir, `${name}.log`), 'utf8').split('replica has been created using basebackup')
        .length - 1,
    cutFromEtcd: (node) => end(gatewayOf(node), 'SIGKILL'),
    rejoin: (node) => openGateway(memberOf(node)),
    async switchover() {
      const leader = await cluster.leader();
      if (!leader) throw new Error('no leader to switch from');
      const answer = await fetch(`http://127.0.0.1:${memberOf(leader).rest}/switchover`, {
        method: 'POST',
        headers: patroniHeaders(api),
        body: JSON.stringify({ leader: leader.name }),
        signal: AbortSignal.timeout(60_000),
      });
      // 503: it has begun, and Patroni did not wait for its end.
      if (answer.status !== 200 && answer.status !== 503)
        throw new Error(`switchover: ${answer.status} ${await answer.text()}`);
    },
    patroniOf: (node) => `http://127.0.0.1:${memberOf(node).rest}`,
    metrics: async (node) => (await fetch(`${cluster.patroniOf(node)}/metrics`)).text(),
    said: () =>
      [...[...etcds, ...nodes].map(({ name }) => name), 'watch-standbys']
        .map((name) => {
          const file = join(dir, `${name}.log`);
          return `${name}: ${existsSync(file) ? readFileSync(file, 'utf8').slice(-4_000) : '-'}`;
        })
        .join('\n'),
    async close() {
      await end('watch-standbys', 'SIGTERM', 5_000);
      await Promise.all(
        nodes.map(async (node) => {
          await end(node.name, 'SIGTERM', 10_000);
          killPostgres(node);
        }),
      );
      const others = [...nodes.map(gatewayOf), ...etcds.map(({ name }) => name)];
      await Promise.all(others.map((name) => end(name, 'SIGTERM', 5_000)));
      rmSync(dir, { recursive: true, force: true });
    },
  };
  try {
    await until(async () => {
      const answers = await Promise.all(etcds.map(({ client }) => ask(`http://127.0.0.1:${client}/health`)));
      return answers.every((answer) => answer?.includes('true'));
    }, 30_000);
    for (const node of nodes) {
      openGateway(node);
      start(node);
    }
    const command = join(import.meta.dirname, '../../server/command.mjs');
    const watched = nodes.map((node) => cluster.patroniOf(node));
    run('watch-standbys', process.execPath, [command, 'watch-standbys', ...watched], {}, api);
    await cluster.untilWhole(120_000);
    return cluster;
  } catch (error) {
    const said = cluster.said();
    await cluster.close();
    throw new Error(`${(error as Error).message}\n${said}`);
  }
}

/** What `docker-compose.ha.yml` sets for each of its members. */
function patroniSettings(node: Member): Record<string, string> {
  const address = `127.0.0.1:${node.port}`;
  const rest = `127.0.0.1:${node.rest}`;
  return {
    PATRONI_NAME: node.name,
    PATRONI_ETCD3_HOSTS: `'127.0.0.1:${node.gateway}'`,
    // Only through it: not to the addresses that etcd's members advertise.
    PATRONI_ETCD3_USE_PROXIES: 'true',
    PATRONI_RESTAPI_LISTEN: rest,
    PATRONI_RESTAPI_CONNECT_ADDRESS: rest,
    PATRONI_RESTAPI_USERNAME: api.PATRONI_RESTAPI_USERNAME,
    PATRONI_RESTAPI_PASSWORD: api.PATRONI_RESTAPI_PASSWORD,
    PATRONI_POSTGRESQL_LISTEN: address,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: address,
    PATRONI_POSTGRESQL_DATA_DIR: join(node.folder, 'data'),
    PATRONI_POSTGRESQL_BIN_DIR: bin,
    PATRONI_POSTGRESQL_PGPASS: join(node.folder, 'pgpass'),
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_SUPERUSER_PASSWORD: password,
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: password,
    PATRONI_REWIND_USERNAME: 'rewinder',
    PATRONI_REWIND_PASSWORD: password,
    AGENDA_PASSWORD: password,
  };
}

type Account = { uid?: number; gid?: number };

/** PostgreSQL does not run as root; another user runs all of it as itself. */
function accountOf(name: string): Account {
  if (process.getuid?.() !== 0) return {};
  const fields = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([account]) => account === name);
  if (!fields) throw new Error(`There is no account ${name}.`);
  return { uid: Number(fields[2]), gid: Number(fields[3]) };
}

function postmasterOf(data: string): number | undefined {
  const file = join(data, 'postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
}

function childrenOf(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  try {
    accessSync(file, constants.R_OK);
    return readFileSync(file, 'utf8').trim().split(/\s+/).filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** On a machine of two cores the suite's own load would starve etcd, and the primary would lose its lock without a fault. */
function raise(pid: number) {
  try {
    setPriority(pid, -5);
  } catch {
    // Only root may.
  }
}

function send(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal);
  } catch {
    // Ended already.
  }
}

async function ask(url: string): Promise<string | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    return await response.text();
  } catch {
    return undefined;
  }
}

async function until(met: () => Promise<boolean>, withinMs: number) {
  for (const deadline = Date.now() + withinMs; !(await met()); ) {
    if (Date.now() > deadline) throw new Error(`not so within ${withinMs} ms`);
    await new Promise((next) => setTimeout(next, 200));
  }
}
