import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

/** The services of one compose file, brought up from a clone of the last commit. */
export type Stack = {
  folder: string;
  /** `docker compose <words>`; what it printed. @throws with its last lines when it fails */
  compose(...words: string[]): Promise<string>;
  /** A command in the first container of a service. */
  inside(service: string, ...words: string[]): Promise<string>;
  /** Every container by service, running or not: its id and how it is. */
  containers(): Promise<Container[]>;
  /** @throws when some service is not healthy in time, or a one-shot has failed */
  untilHealthy(withinMs?: number): Promise<void>;
  /** A request through the proxy, whose certificate is checked. */
  ask(path: string, options?: Asked): Promise<Answer>;
  /** Containers, networks and volumes are removed. */
  down(): Promise<void>;
};

export type Container = { id: string; service: string; state: string; health: string; exitCode: number };
export type Asked = {
  method?: string;
  body?: unknown;
  token?: string;
  key?: string;
  timeoutMs?: number;
};
/** `status` 0: no answer. */
export type Answer = { status: number; text: string; headers: Record<string, string | string[] | undefined> };

/** Why this machine cannot run it; undefined: it can. */
export async function missing(): Promise<string | undefined> {
  if (spawnSync('docker', ['info']).status !== 0) return 'no container engine answers to `docker info`';
  if (spawnSync('docker', ['compose', 'version']).status !== 0) return '`docker compose` is missing';
  for (const port of [80, 443])
    if (!(await isFree(port))) return `port ${port} is taken, which the proxy is published at`;
  return undefined;
}

const isFree = (port: number) =>
  new Promise<boolean>((done) => {
    const server = createServer();
    server.once('error', () => done(false));
    server.listen(port, () => server.close(() => done(true)));
  });

const secrets = [
  ...['POSTGRES_PASSWORD', 'REDIS_PASSWORD', 'LINK_SECRET', 'METRICS_TOKEN', 'PATRONI_RESTAPI_PASSWORD'],
  ...['POSTGRES_SUPERUSER_PASSWORD', 'POSTGRES_REPLICATION_PASSWORD', 'POSTGRES_REWIND_PASSWORD'],
];

/** @param file `docker-compose.yml` or `docker-compose.ha.yml` */
export async function openStack(file: string): Promise<Stack> {
  const folder = mkdtempSync(join(tmpdir(), 'agenda-containers-'));
  await run('git', ['clone', '--quiet', root, folder]);
  const settings = secrets.map((name) => `${name}=${randomBytes(32).toString('hex')}`);
  writeFileSync(
    join(folder, '.env'),
    `${[...settings, 'PUBLIC_URL=https://localhost', 'SITE_ADDRESS=localhost'].join('\n')}\n`,
  );
  const compose = async (...words: string[]) => {
    const options = { cwd: folder, maxBuffer: 64 * 1_024 * 1_024 };
    return (await run('docker', ['compose', '-f', file, ...words], options)).stdout;
  };
  let authority: string | undefined;

  const stack: Stack = {
    folder,
    compose,
    inside: (service, ...words) => compose('exec', '-T', service, ...words),
    async containers() {
      const lines = (await compose('ps', '--all', '--format', 'json')).trim().split('\n').filter(Boolean);
      return lines.map((line) => {
        const { ID, Service, State, Health, ExitCode } = JSON.parse(line);
        return { id: ID, service: Service, state: State, health: Health, exitCode: ExitCode };
      });
    },
    async untilHealthy(withinMs = 300_000) {
      let waiting: Container[] = [];
      for (const deadline = Date.now() + withinMs; Date.now() < deadline; ) {
        const all = await stack.containers();
        waiting = all.filter(({ service, state, health, exitCode }) =>
          service === 'migrate'
            ? state !== 'exited' || exitCode !== 0
            : state !== 'running' || !isWell(health),
        );
        if (all.length > 0 && waiting.length === 0) return;
        await new Promise((next) => setTimeout(next, 1_000));
      }
      throw new Error(`not healthy: ${JSON.stringify(waiting)}`);
    },
    async ask(path, { method = 'GET', body, token, key, timeoutMs = 15_000 } = {}) {
      authority ??= await readAuthority(stack);
      return send(authority, path, { method, body, token, key, timeoutMs });
    },
    async down() {
      await compose('down', '--volumes', '--timeout', '30').catch(() => {});
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return stack;
}

/** A service without a health check has none to fail. */
const isWell = (health: string) => health === 'healthy' || health === '';

/** Caddy's own, by which a client believes `localhost`. */
async function readAuthority(stack: Stack): Promise<string> {
  const [proxy] = (await stack.containers()).filter(({ service }) => service === 'proxy');
  const file = join(stack.folder, 'authority.crt');
  const inside = `${proxy!.id}:/data/caddy/pki/authorities/local/root.crt`;
  await run('docker', ['cp', inside, file]);
  return readFileSync(file, 'utf8');
}

function send(ca: string, path: string, asked: Required<Pick<Asked, 'method' | 'timeoutMs'>> & Asked) {
  const { method, body, token, key, timeoutMs } = asked;
  return new Promise<Answer>((done) => {
    const lost = () => done({ status: 0, text: '', headers: {} });
    const sent = request(
      { host: 'localhost', port: 443, path, method, ca, timeout: timeoutMs },
      async (reply) => {
        let text = '';
        try {
          for await (const part of reply) text += part;
          done({ status: reply.statusCode ?? 0, text, headers: reply.headers });
        } catch {
          lost();
        }
      },
    );
    sent.once('error', lost);
    sent.once('timeout', () => sent.destroy());
    sent.setHeader('content-type', 'application/json');
    if (token) sent.setHeader('authorization', `Bearer ${token}`);
    if (key) sent.setHeader('idempotency-key', key);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
