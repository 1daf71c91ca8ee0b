import { existsSync } from 'node:fs';
import { startEmbedded } from '../../../db/embedded/start.ts';
import { migrate } from '../../../db/migrate.ts';
import { readSettings, type Settings } from '../../../machines/process/settings.ts';
import { freePort, portProblem } from '../../process/port.ts';
import { keepSecret } from '../../process/secrets.ts';
import { type Child, superviseChild, workerDrainMs } from '../child.ts';
import { lockDataFolder } from '../data-lock.ts';
import { loadDemo } from '../load-demo.ts';
import { commandOf } from '../processes.ts';
import { readArguments, usage } from './arguments.ts';
import { type FrontProxy, openProxy } from './proxy.ts';
import { startRedis } from './redis.ts';

// The entry point of `npm run fleet`: what docker-compose.yml starts, as processes of one machine.
// SIGHUP restarts them one by one.

/** Longer than the proxy takes to notice. */
const drainSeconds = 2;
/** Undoes what has been started so far, the latest last. */
const undo: (() => unknown)[] = [];
let stopping: Promise<void> | undefined;
let rolling = false;

for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.on(signal, () => void stop(0));
for (const accident of ['uncaughtException', 'unhandledRejection'] as const) process.on(accident, fail);
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

await up().catch(fail);

async function up() {
  const options = readArguments(process.argv.slice(2));
  if (!options) throw new Error(usage);
  const settings = settingsOrExit();
  const problem = await portProblem(settings.port, settings.host);
  if (problem) throw new Error(problem);

  const databaseUrl = settings.databaseUrl ?? (await startDatabase(settings));
  const redisUrl = settings.redisUrl ?? (await startQueues(settings));
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    LINK_SECRET: settings.linkSecret ?? keepSecret(settings.dataDir, 'link-secret'),
    PUBLIC_URL: settings.publicUrl,
  };
  await migrate(settings.databaseDirectUrl ?? databaseUrl);
  if (!settings.databaseUrl) await loadDemo(databaseUrl, env, (end) => undo.push(end));
  if (stopping) return;

  const proxy = await openProxy(settings.port, settings.host);
  undo.push(() => proxy.close());
  const workers: Child[] = [];
  const web: Web[] = [];
  undo.push(() => Promise.all([...web.map(({ child }) => child), ...workers].map((child) => child.stop())));
  const opsPorts = await Promise.all(Array.from({ length: options.workers }, freePort));
  for (const [at, port] of opsPorts.entries()) {
    const name = `worker ${at + 1}`;
    const processEnv = { ...env, ROLE: 'worker', OPS_PORT: String(port), OPS_HOST: '127.0.0.1' };
    workers.push(
      superviseChild({
        name,
        args: commandOf('worker'),
        env: processEnv,
        log: print,
        drainMs: workerDrainMs,
      }),
    );
    print(`${name}: http://127.0.0.1:${port}/metrics`);
  }
  const shared = { ...env, WORKER_URL: `http://127.0.0.1:${opsPorts[0]}` };
  for (let at = 1; at <= options.web; at++) web.push(await prepareWeb(`web ${at}`, shared));
  await Promise.all([...workers, ...web.map(({ child }) => child)].map((child) => child.start()));
  if (stopping) return;
  for (const { port } of web) proxy.add(port);
  print(`\nAgenda técnica: ${settings.publicUrl}  (${options.web} web, ${options.workers} workers)`);
  print(`Rolling restart: kill -HUP ${process.pid}. Ctrl-C stops everything.`);
  process.on('SIGHUP', () => {
    if (rolling) return;
    rolling = true;
    restartAll(proxy, web, workers, shared)
      .catch((error) => console.error(`The rolling restart failed: ${error.message}`))
      .finally(() => {
        rolling = false;
      });
  });
}

type Web = { name: string; port: number; child: Child };

async function prepareWeb(name: string, env: NodeJS.ProcessEnv): Promise<Web> {
  const port = await freePort();
  const processEnv = {
    ...env,
    ROLE: 'web',
    PORT: String(port),
    HOST: '127.0.0.1',
    TRUST_PROXY: 'true',
    DRAIN_SECONDS: String(drainSeconds),
  };
  const drainMs = drainSeconds * 1_000;
  const child = superviseChild({ name, args: commandOf('web'), env: processEnv, log: print, drainMs });
  print(`${name}: http://127.0.0.1:${port}`);
  return { name, port, child };
}

/** One after the other: a new web process is ready before the old one stops; the other workers go on. */
async function restartAll(proxy: FrontProxy, web: Web[], workers: Child[], env: NodeJS.ProcessEnv) {
  print('Rolling restart…');
  for (const [at, old] of web.entries()) {
    const next = await prepareWeb(old.name, env);
    await next.child.start();
    if (stopping) return next.child.stop();
    proxy.add(next.port);
    web[at] = next;
    await old.child.stop();
    proxy.remove(old.port);
  }
  for (const worker of workers) {
    await worker.stop();
    if (stopping) return;
    await worker.start();
  }
  print('Rolling restart: done.');
}

function settingsOrExit(): Settings {
  if (existsSync('.env')) process.loadEnvFile('.env');
  process.env.NODE_ENV ||= 'production';
  const answer = readSettings(process.env);
  if (answer.ok) return answer.settings;
  for (const problem of answer.problems) console.error(problem);
  process.exit(1);
}

async function startDatabase({ dataDir }: Settings) {
  const release = await lockDataFolder(dataDir);
  if (!release) throw new Error(`DATA_DIR: another Agenda is already running on ${dataDir}; stop it first.`);
  undo.push(release);
  const embedded = await startEmbedded({ dataDir });
  undo.push(() => embedded.stop());
  return embedded.url;
}

async function startQueues({ dataDir }: Settings) {
  const redis = await startRedis(dataDir);
  undo.push(() => redis.stop());
  return redis.url;
}

/** Stops everything once, in the reverse order of its start. */
function stop(code: number) {
  stopping ??= (async () => {
    setTimeout(() => process.exit(1), 24_500).unref();
    if (undo.length > 0) print('Stopping…');
    for (const back of undo.reverse()) {
      try {
        await back();
      } catch (error) {
        console.error(error instanceof Error ? error.message : error);
      }
    }
    process.exit(code);
  })();
  return stopping;
}

function fail(error: unknown) {
  if (!stopping) console.error(error instanceof Error ? error.message : String(error));
  void stop(1);
}

function print(line: string) {
  console.log(line);
}
