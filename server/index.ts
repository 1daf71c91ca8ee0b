import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from '@remix-run/node';
import { pino } from 'pino';
import { checkPooler } from '../db/connection/check-pooler.ts';
import { openDb } from '../db/connection/open.ts';
import { waitForDatabase } from '../db/connection/wait-for-database.ts';
import { holdsDemo } from '../db/reads/settings/demo.ts';
import { waitForOwnRecord } from '../db/record/own-record.ts';
import { openKeys } from '../db/secrets/keys.ts';
import { openStorage } from '../db/storage/open-storage.ts';
import { traceRecord } from '../db/tracing/trace-record.ts';
import { openTracer } from '../db/tracing/tracer.ts';
import { logOptions } from '../machines/process/log-options.ts';
import { readSettings } from '../machines/process/settings.ts';
import { buildHttp } from './http/build-http.ts';
import { isSocketOrigin } from './http/same-site.ts';
import { openLive } from './live/live.ts';
import { makeLifecycle } from './process/lifecycle.ts';
import { makeMetrics } from './process/metrics.ts';
import { onShutdown } from './process/shutdown.ts';
import { startListening } from './process/start-listening.ts';
import { warnWithoutUsers } from './process/warn-without-users.ts';

/** The web process: opens everything and passes it on. */
const answer = readSettings(process.env);
if (!answer.ok) {
  for (const problem of answer.problems) console.error(problem);
  process.exit(1);
}
const { settings } = answer;
if (!settings.databaseUrl || !settings.linkSecret) {
  console.error('DATABASE_URL and LINK_SECRET are given to the web process by `npm start`.');
  process.exit(1);
}
const production = settings.nodeEnv === 'production';
const log = pino(logOptions('web', settings.logLevel));
const metrics = makeMetrics({ process: true });
const tracer = await openTracer(settings.otlpEndpoint, 'agenda-web');
const db = openDb(settings.databaseUrl, {
  directUrl: settings.databaseDirectUrl,
  poolerPrepares: settings.poolerPrepares,
  readUrl: settings.databaseReadUrl,
  waitMs: 3_000,
  telephones: settings.telephones,
  ...traceRecord(tracer, metrics.command),
});
const vite = production ? null : await (await import('./http/vite.ts')).startVite();
const build = production ? await loadBuild() : null;
const lifecycle = makeLifecycle();
let demo = false;

const { app, server, followers } = await buildHttp({
  db,
  log,
  storage: openStorage(settings),
  publicUrl: settings.publicUrl,
  keys: openKeys({ secret: settings.linkSecret, publicUrl: settings.publicUrl }),
  telegram: {
    token: settings.telegramBotToken,
    apiRoot: settings.telegramApiRoot,
    webhook: settings.telegramWebhook,
  },
  trustProxy: settings.trustProxy,
  installation: settings.installation,
  privateWebhooks: settings.webhookPrivateAddresses,
  map: settings.map,
  bounds: settings.bounds,
  lifecycle,
  maxRequests: settings.maxRequests,
  metrics,
  ...(tracer ? { tracer } : {}),
  metricsToken: settings.metricsToken,
  workerUrl: settings.workerUrl,
  get demo() {
    return demo;
  },
  remix: vite
    ? { build: vite.build, mode: 'development' }
    : { build: build!, mode: 'production', clientFolder: 'build/client' },
  ...(vite ? { before: vite.attach } : {}),
});
let live: Awaited<ReturnType<typeof openLive>> | undefined;
const drainMs = (settings.drainSeconds ?? 5) * 1_000;

onShutdown(
  async () => {
    lifecycle.isStopping();
    await new Promise((resolve) => setTimeout(resolve, drainMs));
    await live?.close();
    await app.close();
    await vite?.close();
    await db.close();
    await tracer?.close();
  },
  (problem) => log.error(problem),
  drainMs,
);
await startListening(
  async (waits) => {
    await waitForDatabase(db, (error) => {
      log.warn({ err: error }, 'the database is unreachable; waiting for it');
      waits();
    });
    await checkPooler(db);
    await waitForOwnRecord(db, settings.installation, (name) => {
      log.warn(`the record is still that of ${name}; waiting until operations have moved here`);
      waits();
    });
    demo = await holdsDemo(db).catch(() => false);
    live = await openLive(db, server, {
      log,
      followers,
      metrics,
      ...(build ? { build: build.assets.version } : {}),
      secure: settings.publicUrl.startsWith('https:'),
      installation: settings.installation,
      origin: (request) => isSocketOrigin(request, settings.publicUrl),
    });
    await warnWithoutUsers(db, log).catch((error) => log.warn({ err: error }, 'users were not counted'));
    lifecycle.isReady();
  },
  () => app.listen({ port: settings.port, host: settings.host }),
  // A balancer tries another process when the connection is refused, not when this one is not ready.
  settings.trustProxy ? { whenWaiting: 10_000, whenSlow: 60_000 } : { whenWaiting: 1_500, whenSlow: 1_500 },
);
process.send?.('ready');

async function loadBuild(): Promise<ServerBuild> {
  return (await import(pathToFileURL(path.resolve('build/server/index.js')).href)) as ServerBuild;
}
