import { existsSync } from 'node:fs';
import { startEmbedded } from '../../db/embedded/start.ts';
import { migrate } from '../../db/migrate.ts';
import { readSettings, type Settings } from '../../machines/process/settings.ts';
import { showAddress } from '../process/banner.ts';
import { freePort, portProblem } from '../process/port.ts';
import { keepSecret } from '../process/secrets.ts';
import { superviseChild, workerDrainMs } from './child.ts';
import { lockDataFolder } from './data-lock.ts';
import { loadDemo } from './load-demo.ts';
import { commandOf, isBundled } from './processes.ts';
import { screensBuilt } from './screens-built.ts';
import { watchPort } from './watch-port.ts';
import { watchSources } from './watch-sources.ts';

const dev = process.argv.includes('--dev');
const screens = screensBuilt();
/** Undoes what has been started so far, the latest last. */
const cleanups: (() => unknown)[] = [];
let stopping: Promise<void> | undefined;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
  process.on(signal, () => void stop(0));
for (const failure of ['uncaughtException', 'unhandledRejection'] as const) process.on(failure, fail);
// The reader of our output may be closed (a closed terminal, `| head`); the shutdown must stay orderly.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

await up().catch(fail);

async function up() {
  const settings = settingsOrExit();
  const problem = settings.role === 'worker' ? undefined : await portProblem(settings.port, settings.host);
  if (problem) throw new Error(problem);

  const embedded = settings.databaseUrl === undefined;
  const databaseUrl = settings.databaseUrl ?? (await startDatabase(settings));
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    LINK_SECRET: settings.linkSecret ?? keepSecret(settings.dataDir, 'link-secret'),
    DRAIN_SECONDS: String(settings.drainSeconds ?? 0),
    ...(settings.role ? {} : await meetingPlace(settings)),
  };
  if (stopping) return;
  const directUrl = settings.databaseDirectUrl ?? databaseUrl;
  await migrate(directUrl);
  if (stopping) return;
  const demo = embedded && (await loadDemo(directUrl, env, (end) => cleanups.push(end)));
  await screens;
  if (stopping) return;

  const drainMs = (settings.drainSeconds ?? 0) * 1_000;
  const names = settings.role ? [settings.role] : (['web', 'worker'] as const);
  const children = names.map((name) =>
    superviseChild({
      ...{ name, args: commandOf(name), env, log: print },
      drainMs: name === 'worker' ? workerDrainMs : drainMs,
    }),
  );
  const stopChildren = () => Promise.all(children.map((child) => child.stop()));
  const startChildren = () => Promise.all(children.map((child) => child.start()));
  cleanups.push(stopChildren);
  await startChildren().catch(dev ? printError : fail);
  if (stopping) return;
  showAddress(settings, demo);

  if (dev) {
    watchSources(async (migrations) => {
      await stopChildren();
      if (stopping) return;
      if (migrations) await migrate(directUrl).catch(printError);
      await startChildren().catch(printError);
    });
  }
}

function settingsOrExit(): Settings {
  if (existsSync('.env')) process.loadEnvFile('.env');
  process.env.NODE_ENV ||= isBundled ? 'production' : 'development';
  const answer = readSettings(process.env);
  if (answer.ok) return answer.settings;
  for (const problem of answer.problems) console.error(problem);
  process.exit(1);
}

/** Where the web process reaches the worker's queues page. */
async function meetingPlace({ opsPort, workerUrl }: Settings) {
  const port = opsPort ?? (await freePort());
  return { OPS_PORT: String(port), WORKER_URL: workerUrl ?? `http://127.0.0.1:${port}` };
}

/** The embedded PostgreSQL: started, restarted when it dies, and stopped last. */
async function startDatabase({ dataDir }: Settings) {
  const release = await lockDataFolder(dataDir);
  if (!release) throw new Error(`DATA_DIR: another Agenda is already running on ${dataDir}; stop it first.`);
  cleanups.push(release);
  let current = startEmbedded({ dataDir });
  cleanups.push(async () => (await current.catch(() => undefined))?.stop());
  const { url, port, adopted } = await current;
  print(`PostgreSQL is ready${adopted ? ' (it was still running)' : ''}.`);
  const watch = watchPort(port, async () => {
    print('PostgreSQL does not answer; starting it again.');
    current = startEmbedded({ dataDir, port });
    if ((await current).url !== url) throw new Error('PostgreSQL came back at another address.');
  });
  cleanups.push(watch);
  return url;
}

/** Stops everything once, in the reverse order of its start: children before the database they use. */
function stop(code: number) {
  stopping ??= (async () => {
    if (cleanups.length > 0) print('Stopping…');
    setTimeout(() => process.exit(1), 24_500).unref();
    for (const cleanup of cleanups.reverse()) {
      try {
        await cleanup();
      } catch (error) {
        printError(error);
      }
    }
    process.exit(code);
  })();
  return stopping;
}

function fail(error: unknown) {
  if (!stopping) printError(error);
  void stop(1);
}

function printError(error: unknown) {
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
  console.error(error instanceof Error ? `${error.message}${cause}` : String(error));
}

function print(line: string) {
  console.log(line);
}
