import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';

/** A master with replicas, watched by sentinels, as plain processes of redis-server; all ask for passwords. */
export type SentinelRedis = {
  /** The product's settings for it. */
  env: { REDIS_URL: string; REDIS_SENTINELS: string; REDIS_SENTINEL_PASSWORD: string };
  /** Port of the master, as the sentinels answer it; undefined while none of them answers. */
  master(): Promise<number | undefined>;
  /** How many replicas follow the master. */
  replicas(): Promise<number>;
  /** kill -9 of the master, which stays down, or SIGSTOP: it hangs. @returns its port */
  killMaster(signal?: 'SIGKILL' | 'SIGSTOP'): Promise<number>;
  /** Starts the servers again that are down; the sentinels make them replicas. */
  startAgain(): Promise<void>;
  stop(): Promise<void>;
};

const name = 'agenda';
const passwords = { redis: 'redis-password', sentinel: 'sentinel-password' };
/** Silence after which a sentinel holds a server to be down. */
const downMs = 2_000;

/**
 * @throws Error in one clear line when redis-server is not installed, or when they do not know one another
 * within 20 s
 */
export async function startSentinelRedis(replicaCount = 2, sentinelCount = 3): Promise<SentinelRedis> {
  if (spawnSync('redis-server', ['--version']).error)
    throw new Error('redis-server is missing: install it (Debian, Ubuntu: apt-get install redis-server)');
  const dir = mkdtempSync(join(tmpdir(), 'agenda-sentinels-'));
  const ports: number[] = [];
  for (let at = 0; at < 1 + replicaCount; at++) ports.push(await freePort());
  const sentinels: number[] = [];
  for (let at = 0; at < sentinelCount; at++) sentinels.push(await freePort());
  const running = new Map<number, { kill(signal: NodeJS.Signals): void; ended: Promise<void> }>();

  const launch = (port: number, text: string, args: string[] = []) => {
    const folder = join(dir, String(port));
    const file = join(folder, 'redis.conf');
    // Redis writes what it learns into its file: that of a server that comes back is kept.
    if (text) {
      mkdirSync(folder);
      writeFileSync(file, `port ${port}\nbind 127.0.0.1\ndir ${folder}\n${text}\n`);
    }
    const child = spawn('redis-server', [file, ...args], { stdio: 'ignore' });
    const ended = new Promise<void>((resolve) => {
      child.once('exit', () => {
        running.delete(port);
        resolve();
      });
    });
    running.set(port, { kill: (signal) => void child.kill(signal), ended });
  };
  const end = async (port: number, signal: NodeJS.Signals) => {
    const one = running.get(port);
    one?.kill(signal);
    await one?.ended;
  };
  const ask = (port: number, ...command: string[]) =>
    request(port, sentinels.includes(port) ? passwords.sentinel : passwords.redis, command);
  const master = async () => {
    for (const port of sentinels) {
      const answer = await ask(port, 'SENTINEL', 'GET-MASTER-ADDR-BY-NAME', name).catch(() => '');
      const found = /\r\n127\.0\.0\.1\r\n\$\d+\r\n(\d+)\r\n/.exec(answer);
      if (found) return Number(found[1]);
    }
    return undefined;
  };
  const replicasOf = async (port: number | undefined) => {
    const answer = port ? await ask(port, 'INFO', 'replication').catch(() => '') : '';
    return (answer.match(/state=online/g) ?? []).length;
  };
  const stop = async () => {
    await Promise.all([...running.keys()].map((port) => end(port, 'SIGKILL')));
    rmSync(dir, { recursive: true, force: true });
  };

  try {
    const common = [
      `requirepass ${passwords.redis}`,
      `masterauth ${passwords.redis}`,
      'appendonly yes',
      'save ""',
      'repl-diskless-sync-delay 0',
    ].join('\n');
    for (const [at, port] of ports.entries())
      launch(port, at === 0 ? common : `${common}\nreplicaof 127.0.0.1 ${ports[0]}`);
    // A sentinel asks the master for its replicas at once, and then every 10 s.
    await within(20_000, 'the replicas did not find their master', async () => {
      return (await replicasOf(ports[0])) === replicaCount;
    });
    const monitor = [
      `sentinel monitor ${name} 127.0.0.1 ${ports[0]} ${Math.floor(sentinelCount / 2) + 1}`,
      `sentinel auth-pass ${name} ${passwords.redis}`,
      `sentinel down-after-milliseconds ${name} ${downMs}`,
      `sentinel failover-timeout ${name} 10000`,
      `requirepass ${passwords.sentinel}`,
      `sentinel sentinel-pass ${passwords.sentinel}`,
    ].join('\n');
    for (const port of sentinels) launch(port, monitor, ['--sentinel']);
    const knowsAll = async (port: number) => {
      const answer = await ask(port, 'SENTINEL', 'MASTER', name).catch(() => '');
      const read = (field: string) => Number(new RegExp(`${field}\r\n\\$\\d+\r\n(\\d+)`).exec(answer)?.[1]);
      return read('num-other-sentinels') === sentinelCount - 1 && read('num-slaves') === replicaCount;
    };
    await within(20_000, 'the sentinels did not find the replicas and one another', async () =>
      (await Promise.all(sentinels.map(knowsAll))).every(Boolean),
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    env: {
      REDIS_URL: `redis://:${passwords.redis}@${name}`,
      REDIS_SENTINELS: sentinels.map((port) => `127.0.0.1:${port}`).join(','),
      REDIS_SENTINEL_PASSWORD: passwords.sentinel,
    },
    master,
    replicas: async () => replicasOf(await master()),
    async killMaster(signal = 'SIGKILL') {
      const port = await master();
      if (!port) throw new Error('no sentinel knows the master');
      if (signal === 'SIGKILL') await end(port, signal);
      else running.get(port)!.kill(signal);
      return port;
    },
    async startAgain() {
      for (const port of ports) if (!running.has(port)) launch(port, '');
    },
    stop,
  };
}

async function within(ms: number, problem: string, check: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + ms; !(await check()); ) {
    if (Date.now() > deadline) throw new Error(problem);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** One command and its raw answer. @throws when it is refused, or not answered within a second */
function request(port: number, password: string, command: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      const inline = (words: string[]) => `${words.join(' ')}\r\n`;
      socket.write(`${inline(['AUTH', password])}${inline(command)}${inline(['PING'])}`);
    });
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
      if (answer.endsWith('+PONG\r\n')) socket.destroy();
    });
    socket.setTimeout(1_000, () => socket.destroy(new Error('no answer')));
    socket.once('error', reject);
    socket.once('close', () => (/^-/m.test(answer) ? reject(new Error(answer)) : resolve(answer)));
  });
}
