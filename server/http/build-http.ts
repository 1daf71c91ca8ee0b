import type { Server } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Db } from '../../db/connection/open.ts';
import { botIdOf } from '../../db/queues/chat-updates.ts';
import type { InstallationKeys } from '../../db/secrets/keys.ts';
import type { Storage } from '../../db/storage/storage.ts';
import type { Tracer } from '../../db/tracing/tracer.ts';
import type { Bounds } from '../../machines/order/point.ts';
import { isRefusal } from '../../machines/words/refusals.ts';
import { documentRoutes } from '../api/document.ts';
import { answerError, apiRoutes, sessionCheck } from '../api/routes.ts';
import { type MapSettings, plainMap } from '../files/map-tiles.ts';
import { type Followers, makeFollowers } from '../live/followers.ts';
import { type DatabaseLatency, watchLatency } from '../process/database-latency.ts';
import { healthRoutes } from '../process/health.ts';
import { type Lifecycle, makeLifecycle } from '../process/lifecycle.ts';
import { type Metrics, makeMetrics } from '../process/metrics.ts';
import { makeAskChat } from '../telegram/ask-chat.ts';
import { telegramWebhook } from '../telegram/webhook.ts';
import { boardDaysRoutes } from './board-days.ts';
import { plainErrorPage } from './error-page.ts';
import { downloads, uploads } from './file-routes.ts';
import { leadElsewhere } from './lead-elsewhere.ts';
import { guardRequests, makeApp } from './make-app.ts';
import { metricsRoute } from './metrics-route.ts';
import { queuesPage } from './queues-page.ts';
import { makeRecognition } from './recognise.ts';
import { logRefusals } from './refusal-log.ts';
import { keepFacts } from './request-facts.ts';
import { isSameSite } from './same-site.ts';
import { type BuiltScreens, screens } from './screens.ts';
import { guardHeaders } from './secure-headers.ts';
import { type Authentication, makeAuthentication, sessionCookie } from './session.ts';
import { type Shedding, shedLoad } from './shedding.ts';
import { limitClients } from './slow-clients.ts';
import { traceRequests } from './trace-requests.ts';
import { makeByteStore } from './week-bytes.ts';

export type HttpOptions = {
  db: Db;
  log: Logger;
  publicUrl: string;
  keys: InstallationKeys;
  /** Where the photos of visits are. */
  storage: Storage;
  /** The bot used to check that a chat exists; absent: this installation has none. */
  telegram?: { token: string | undefined; apiRoot: string; webhook?: boolean };
  /**
   * How much of `X-Forwarded-For` is trusted (machines/process/settings.ts): the number of proxies, or their
   * addresses.
   */
  trustProxy: false | number | string[];
  /** Costly requests per user and minute; default 120. */
  workPerMinute?: number;
  demo: boolean;
  /** This installation's name, where operations are divided over several. */
  installation?: string | undefined;
  /** Whether webhooks may go to private addresses; absent: they may not. */
  privateWebhooks?: boolean;
  /** What the map is drawn on (machines/process/settings.ts); absent: its own plain style. */
  map?: MapSettings;
  /** Where coordinates may lie; absent: Argentina. */
  bounds?: Bounds;
  /** The screens; absent: an API without screens, in tests. */
  remix?: BuiltScreens;
  /** Absent: ready from the start. */
  lifecycle?: Lifecycle;
  /** Concurrent requests; default 200. Requests above it are refused with 503. */
  maxRequests?: number;
  /** Timeouts for answers that are not read; tests shorten them. */
  slowClients?: { windowMs: number; lookMs: number };
  metrics?: Metrics;
  /** Absent: requests are not traced. */
  tracer?: Tracer;
  /** Bearer token of `/metrics`; absent: loopback only. */
  metricsToken?: string | undefined;
  /** The worker that serves the queues page; absent: the page does not exist. */
  workerUrl?: string | undefined;
  /** In development: Vite's middleware, before everything else. */
  before?: (app: FastifyInstance) => Promise<void>;
};

/**
 * The HTTP server: /v1, the board's bytes, static files and every screen. Built here; the entry point makes
 * it listen.
 */
export async function buildHttp(
  options: HttpOptions,
): Promise<{ app: FastifyInstance; server: Server; auth: Authentication; followers: Followers }> {
  const { db, keys, storage, bounds, remix, workerUrl } = options;
  const secure = options.publicUrl.startsWith('https:');
  const cookie = sessionCookie(secure, options.installation);
  const guards = guardHeaders(secure);
  const app = makeApp({ log: options.log, trustProxy: options.trustProxy, guards });
  const auth = makeAuthentication(db, options.workPerMinute ? { workPerMinute: options.workPerMinute } : {});
  const bytes = makeByteStore(db);
  const askChat = makeAskChat(options.telegram ?? { token: undefined, apiRoot: '' });
  const botToken = options.telegram?.token;
  const botId = botToken ? botIdOf(botToken) : null;
  const privateWebhooks = options.privateWebhooks ?? false;
  const map = options.map ?? plainMap;
  const followers = makeFollowers(db, options.log);
  const lifecycle = options.lifecycle ?? readyAtOnce();
  const recognition = makeRecognition(db, cookie);
  const sameSite = (request: FastifyRequest) => isSameSite(request, options.publicUrl);
  const latency = watchLatency(db);
  keepFacts(app);
  guardRequests(app, guards);
  app.addHook('preClose', async () => followers.close());
  app.addHook('onClose', async () => {
    latency.close();
  });
  app.setErrorHandler(answerError);
  if (options.before) await options.before(app);
  const screenNames = new Set<string>();
  const shedding = await watchRequests(app, options, { lifecycle, latency, screenNames });

  const signInElsewhere = leadElsewhere(app, db, { own: options.installation, cookie, secure });
  await app.register(sessionCheck, { db });
  const api = { db, auth, bytes, keys, askChat, botId, privateWebhooks, bounds };
  await app.register(apiRoutes, { prefix: '/v1', ...api });
  await app.register(documentRoutes, shedding);
  if (botToken && options.telegram?.webhook)
    await app.register(telegramWebhook, {
      db,
      token: botToken,
      secretToken: keys.tokenFor('telegram-webhook'),
    });
  const fileOptions = { db, auth, storage, recognition, map, bounds, sameSite };
  await uploads(app, fileOptions);
  await app.register(async (scope) => {
    await healthRoutes(scope, { lifecycle, latency });
    boardDaysRoutes(scope, { db, cookie, bytes });
    // Asked by the wall, which it keeps signed in: never a redirect, which the wall would follow.
    scope.get('/pizarra/sesion', async (request, reply) => {
      const session = await recognition.user(request);
      const user = isRefusal(session) ? null : session.actor.userId;
      return reply
        .code(user === null ? 401 : 200)
        .header('cache-control', 'no-store')
        .send({ user });
    });
    scope.get('/visit/external/live/:token', (request, reply) => followers.answer(request, reply, auth));
    downloads(scope, fileOptions);
  });
  if (workerUrl)
    await app.register(queuesPage, {
      workerUrl,
      workerToken: keys.tokenFor('queues-page'),
      recognise: recognition.anyUser,
      isSameSite: sameSite,
      page: plainErrorPage,
    });
  if (remix) {
    const queues = workerUrl !== undefined;
    const context = {
      ...{ db, keys, auth, cookie, bytes, askChat, botId, signInElsewhere, privateWebhooks, map, queues },
      demo: options.demo,
    };
    const { publicUrl } = options;
    await app.register((scope) =>
      screens(scope, { remix, publicUrl, recognition, sameSite, shedding, screenNames, context }),
    );
  }
  return { app, server: app.server, auth, followers };
}

/** What looks at every request: slow clients, the limit of concurrent ones, the log, numbers and traces. */
async function watchRequests(
  app: FastifyInstance,
  options: HttpOptions,
  {
    lifecycle,
    latency,
    screenNames,
  }: { lifecycle: Lifecycle; latency: DatabaseLatency; screenNames: Set<string> },
): Promise<Shedding> {
  const behindProxy = options.trustProxy !== false;
  const metrics = options.metrics ?? makeMetrics();
  limitClients(app, { behindProxy, ...options.slowClients });
  const shedding = shedLoad(app, { lifecycle, latency, most: options.maxRequests ?? 200 });
  logRefusals(app, screenNames);
  const token = options.metricsToken;
  await metricsRoute(app, { metrics, token, behindProxy, screens: screenNames });
  if (options.tracer) traceRequests(app, options.tracer, screenNames);
  metrics.gauge('agenda_requests_under_way', 'Requests being worked on.', () => shedding.underWay);
  metrics.counter(
    'agenda_requests_shed_total',
    'Requests refused with 503 because the process was overloaded.',
    () => shedding.shed,
  );
  metrics.gauge(
    'agenda_database_round_trip_seconds',
    'How long the database takes to answer the least question.',
    () => latency.roundTripMs() / 1_000,
  );
  return shedding;
}

/** Tests serve from the first request on. */
function readyAtOnce(): Lifecycle {
  const lifecycle = makeLifecycle();
  lifecycle.isReady();
  return lifecycle;
}
