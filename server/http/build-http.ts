import { randomBytes } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import path from 'node:path';
import compress from '@fastify/compress';
import files, { type FastifyStaticOptions } from '@fastify/static';
import type { AppLoadContext, ServerBuild } from '@remix-run/node';
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { signOut } from '../../db/commands/profile/sign-in.ts';
import type { Db } from '../../db/connection/open.ts';
import { isUnavailable } from '../../db/connection/unavailable.ts';
import { botIdOf } from '../../db/queues/chat-updates.ts';
import {
  admitKnownSessionWith,
  admitSession,
  findAnySession,
  type Session,
} from '../../db/reads/people/session.ts';
import { listOfferedDays } from '../../db/reads/visits/external-visit.ts';
import type { RequestContext } from '../../db/request-context.ts';
import type { InstallationKeys } from '../../db/secrets/keys.ts';
import type { Storage } from '../../db/storage/storage.ts';
import type { Tracer } from '../../db/tracing/tracer.ts';
import { isDay, today } from '../../machines/calendar/slots.ts';
import type { Bounds } from '../../machines/order/point.ts';
import { buildHeader, userHeader } from '../../machines/wire/screen-headers.ts';
import { isRefusal, type Refusal, refuse } from '../../machines/words/refusals.ts';
import { documentRoutes } from '../api/document.ts';
import { answerBadPath, answerError, apiRoutes, sessionCheck } from '../api/routes.ts';
import { type MapSettings, plainMap, sendTiles } from '../files/map-tiles.ts';
import { sendPhoto } from '../files/photo-file.ts';
import { photoCall, photoPieces } from '../files/photo-uploads.ts';
import { pictureUploads } from '../files/picture-uploads.ts';
import { sendReportFile } from '../files/report-download.ts';
import { sendTicketFile } from '../files/ticket-file.ts';
import { receiveImports } from '../import/receive-file.ts';
import { type Followers, makeFollowers } from '../live/followers.ts';
import { watchLatency } from '../process/database-latency.ts';
import { healthRoutes } from '../process/health.ts';
import { type Lifecycle, makeLifecycle } from '../process/lifecycle.ts';
import { type Metrics, makeMetrics } from '../process/metrics.ts';
import { makeAskChat } from '../telegram/ask-chat.ts';
import { makeLinkAddress } from '../telegram/link-address.ts';
import { linkChatIfReachable } from '../telegram/link-chat.ts';
import { telegramWebhook } from '../telegram/webhook.ts';
import { clientLeft } from './client-left.ts';
import { isCustomerStep, takeCustomerStep } from './customer-steps.ts';
import { leadElsewhere } from './lead-elsewhere.ts';
import { metricsRoute } from './metrics-route.ts';
import { queuesPage } from './queues-page.ts';
import { askedBy, logRefusals } from './refusal-log.ts';
import { remixHandler } from './remix.ts';
import { keepFacts } from './request-facts.ts';
import { guardHeaders, secureHeaders } from './secure-headers.ts';
import { type Authentication, makeAuthentication, readBearer, sessionCookie } from './session.ts';
import { shedLoad } from './shedding.ts';
import { limitClients } from './slow-clients.ts';
import { traceRequests } from './trace-requests.ts';
import { boardDays, makeByteStore } from './week-bytes.ts';

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
  remix?: {
    build: ServerBuild | (() => Promise<ServerBuild>);
    mode: 'production' | 'development';
    clientFolder?: string;
  };
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

const maxBody = 1_048_576;

/**
 * The HTTP server: /v1, the board's bytes, static files and every screen. Built here; the entry point makes
 * it listen.
 */
export async function buildHttp(
  options: HttpOptions,
): Promise<{ app: FastifyInstance; server: Server; auth: Authentication; followers: Followers }> {
  const { db } = options;
  const secure = options.publicUrl.startsWith('https:');
  const cookie = sessionCookie(secure, options.installation);
  const guards = guardHeaders(secure);
  const app = fastify({
    loggerInstance: options.log as never,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustOf(options.trustProxy),
    bodyLimit: maxBody,
    routerOptions: { maxParamLength: 500 },
    // Deadline for a request's headers and body, checked every 5 s.
    requestTimeout: 30_000,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
    // Idle timeout. Streams write every 15 s, sockets every 5 s.
    connectionTimeout: 60_000,
    forceCloseConnections: 'idle',
    genReqId: requestIds(options.trustProxy !== false),
    // Requests on open connections are still answered, with `Connection: close`.
    return503OnClosing: false,
    frameworkErrors: (_error, _request, reply) =>
      answerBadPath((reply as unknown as FastifyReply).headers(guards)),
  }) as unknown as FastifyInstance;
  const auth = makeAuthentication(db, options.workPerMinute ? { workPerMinute: options.workPerMinute } : {});
  const bytes = makeByteStore(db);
  const askChat = makeAskChat(options.telegram ?? { token: undefined, apiRoot: '' });
  const botToken = options.telegram?.token;
  const botId = botToken ? botIdOf(botToken) : null;
  const { keys, storage } = options;
  const privateWebhooks = options.privateWebhooks ?? false;
  const map = options.map ?? plainMap;
  const followers = makeFollowers(db, options.log);
  const lifecycle = options.lifecycle ?? readyAtOnce();
  const sameSite = (request: FastifyRequest) => isSameSite(request, options.publicUrl);
  const latency = watchLatency(db);
  const metrics = options.metrics ?? makeMetrics();
  keepFacts(app);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(guards).header('x-request-id', request.id);
    if (!screenMethods.includes(request.method)) {
      reply.code(405).header('allow', screenMethods.join(', ')).send();
      return;
    }
    if (isWellAddressed(request.raw)) return done();
    done(Object.assign(new Error('bad Host or absolute form'), { statusCode: 400 }));
  });
  app.addHook('preClose', async () => followers.close());
  app.addHook('onClose', async () => {
    latency.close();
  });
  app.setErrorHandler(answerError);
  if (options.before) await options.before(app);
  const { remix } = options;
  const screenNames = new Set<string>();
  limitClients(app, { behindProxy: options.trustProxy !== false, ...options.slowClients });
  const shedding = shedLoad(app, { lifecycle, latency, most: options.maxRequests ?? 200 });
  logRefusals(app, screenNames);
  await metricsRoute(app, {
    metrics,
    token: options.metricsToken,
    behindProxy: options.trustProxy !== false,
    screens: screenNames,
  });
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

  const signInElsewhere = leadElsewhere(app, db, { own: options.installation, cookie, secure });
  await app.register(sessionCheck, { db });
  await app.register(apiRoutes, {
    prefix: '/v1',
    db,
    auth,
    bytes,
    keys,
    askChat,
    botId,
    privateWebhooks,
    bounds: options.bounds,
  });
  await app.register(documentRoutes, shedding);
  if (botToken && options.telegram?.webhook)
    await app.register(telegramWebhook, {
      db,
      token: botToken,
      secretToken: keys.tokenFor('telegram-webhook'),
    });
  await app.register(pictureUploads, {
    db,
    auth,
    path: '/v1/user/upload_profile_picture',
    recognise: async (request) => askedBy(request, await admitSession(db, readBearer(request.headers) ?? '')),
    admits: () => true,
  });
  await app.register(pictureUploads, {
    db,
    auth,
    path: '/profile/picture',
    recognise,
    admits: sameSite,
  });
  await app.register(photoCall, {
    db,
    storage,
    auth,
    recognise: async (request) => askedBy(request, await admitSession(db, readBearer(request.headers) ?? '')),
    admits: () => true,
  });
  await app.register(photoPieces, { db, storage, auth, recognise, admits: sameSite });
  await app.register(receiveImports, { db, auth, recognise, admits: sameSite, bounds: options.bounds });
  await app.register(async (scope) => {
    await healthRoutes(scope, { lifecycle, latency });
    for (const alone of [false, true])
      scope.get(alone ? '/board/day' : '/board/week', (request, reply) => sendDays(request, reply, alone));
    // Asked by the wall, which it keeps signed in: never a redirect, which the wall would follow.
    scope.get('/pizarra/sesion', async (request, reply) => {
      const session = await recognise(request);
      const user = isRefusal(session) ? null : session.actor.userId;
      return reply
        .code(user === null ? 401 : 200)
        .header('cache-control', 'no-store')
        .send({ user });
    });
    scope.get('/visit/external/live/:token', (request, reply) => followers.answer(request, reply, auth));
    scope.get('/reports/download/:file', async (request, reply) =>
      sendReportFile(
        reply,
        db,
        auth,
        await recognise(request),
        (request.params as { file: string }).file,
        request.query,
      ),
    );
    for (const preview of [false, true])
      scope.get(`/photos/:id${preview ? '/preview' : ''}`, async (request, reply) =>
        sendPhoto(reply, { db, storage }, await recogniseReader(request), {
          id: (request.params as { id: string }).id,
          preview,
          known: request.headers['if-none-match'],
        }),
      );
    scope.get('/board/tiles.pmtiles', async (request, reply) =>
      sendTiles(request, reply, map, await recognise(request)),
    );
    scope.get('/board/ticket-file/:id', async (request, reply) =>
      sendTicketFile(reply, db, await recognise(request), (request.params as { id: string }).id),
    );
  });
  const { workerUrl } = options;
  if (workerUrl)
    await app.register(queuesPage, {
      workerUrl,
      workerToken: keys.tokenFor('queues-page'),
      recognise: recogniseAny,
      isSameSite: sameSite,
      page: plainErrorPage,
    });
  if (remix) await app.register((scope) => screens(scope, remix));
  return { app, server: app.server, auth, followers };

  /** @param alone the day without the rest of its week */
  async function sendDays(request: FastifyRequest, reply: FastifyReply, alone: boolean) {
    const { operation, day: asked } = request.query as { operation?: unknown; day?: string };
    const code = typeof operation === 'string' && /^[0-9]{3}$/.test(operation) ? operation : null;
    // The version is asked of the record: the answer is never older than what was committed before the request.
    const token = cookie.read(request.headers);
    const { session, version } = await admitKnownSessionWith(db, token ?? '', code ?? '');
    askedBy(request, session);
    const sendRefusal = ({ status, text }: Refusal) => reply.code(status).send({ diagnostic: text });
    if (isRefusal(session)) return sendRefusal(session);
    if (session.kind === 'integration') return sendRefusal(refuse('no-session'));
    if (code === null || !session.actor.operations.includes(code))
      return sendRefusal(refuse('operation-not-assigned'));
    const day = asked && isDay(asked) ? asked : today(new Date());
    const week = await boardDays(bytes, code, { day, alone }, version);
    if (!week) return reply.code(404).send({ diagnostic: refuse('operation-unknown').text });
    const tag = `"${code}.${week.version}"`;
    reply
      .header('etag', tag)
      .header('cache-control', 'private, no-cache')
      .header('vary', 'cookie, accept-encoding');
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    reply.header('content-type', 'application/json; charset=utf-8');
    if (!String(request.headers['accept-encoding'] ?? '').includes('gzip')) return reply.send(week.plain);
    return reply.header('content-encoding', 'gzip').send(week.zipped);
  }

  /** A session that may use the screens. */
  async function recognise(request: FastifyRequest): Promise<Session | Refusal> {
    const session = await recogniseAny(request);
    if (!session) return refuse('no-session');
    return session.mustChangePassword ? refuse('password-change-required') : session;
  }

  /** The same, also by the token of a client of the API. */
  async function recogniseReader(request: FastifyRequest): Promise<Session | Refusal> {
    const token = readBearer(request.headers);
    if (!token) return recognise(request);
    const session = askedBy(request, await admitSession(db, token));
    return !isRefusal(session) && session.kind === 'integration' ? refuse('no-session') : session;
  }

  /** Also a session that still has to change its temporary password. */
  async function recogniseAny(request: FastifyRequest): Promise<Session | null> {
    const token = cookie.read(request.headers);
    const session = askedBy(request, token ? await findAnySession(db, token) : undefined);
    // An integration's token opens no screen, also in a cookie.
    return session && session.kind !== 'integration' ? session : null;
  }

  async function screens(scope: FastifyInstance, remix: NonNullable<HttpOptions['remix']>) {
    scope.addHook('onRoute', ({ url }) => {
      if (url !== '/*') shedding.exempt(url);
    });
    scope.addHook('onRequest', async (request, reply) => {
      if (request.pattern !== '/*') reply.removeHeader('cache-control');
      if (isUnsafe(request.method) && !sameSite(request))
        return reply.code(403).send(refuse('cross-site').text);
    });
    const routes = typeof remix.build === 'function' ? {} : remix.build.routes;
    for (const route of Object.values(routes)) screenNames.add(firstPart(route?.path));
    if (remix.clientFolder) {
      const root = path.resolve(remix.clientFolder);
      await scope.register(files, { ...sentFiles('public, max-age=3600'), root, globIgnore: ['assets/**'] });
      // One route for all hashed files: a route for each took a sixth of the process's start.
      await scope.register(
        async (assets) => {
          assets.addHook('onSend', (_request, reply, _payload, done) => {
            if (reply.statusCode >= 400) reply.header('cache-control', 'no-store');
            done();
          });
          assets.setNotFoundHandler((_request, reply) => reply.code(404).send());
          await assets.register(files, {
            ...sentFiles('public, max-age=31536000, immutable'),
            root: path.join(root, 'assets'),
            wildcard: true,
            decorateReply: false,
          });
        },
        { prefix: '/assets' },
      );
    }
    await scope.register(compress, {
      encodings: ['br', 'gzip'],
      threshold: 1024,
      customTypes: /javascript|json|css|html|svg|x-script/,
    });
    scope.removeAllContentTypeParsers();
    // Parsed here, under the body limit and the request timeout, before the request takes a place.
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    const build = typeof remix.build === 'function' ? null : remix.build.assets.version;
    const contexts = new WeakMap<FastifyRequest, RequestContext>();
    scope.addHook('preHandler', async (request, reply) => {
      if (request.pattern !== '/*') return;
      const nonce = randomBytes(16).toString('base64');
      secureHeaders(reply, { nonce, development: remix.mode !== 'production', styleUrl: map.styleUrl });
      if (build !== null) reply.header(buildHeader, build);
      const session = await recogniseAny(request);
      if (session) reply.header(userHeader, session.actor.userId);
      contexts.set(request, contextOf(request, reply, session, nonce));
    });
    const handle = remixHandler(
      remix.build,
      remix.mode,
      (request) => contexts.get(request) as unknown as AppLoadContext,
      options.publicUrl,
    );
    scope.setErrorHandler((error, request, reply) => {
      const unavailable = isUnavailable(error);
      const errorStatus = (error as { statusCode?: number }).statusCode ?? 500;
      if (!unavailable && errorStatus >= 500 && !clientLeft(error, reply))
        request.log.error({ err: error }, 'screen failed');
      const status = unavailable ? 503 : errorStatus;
      if (status === 503) reply.header('retry-after', '2');
      const refusal = refuse(
        status === 413 ? 'body-too-large' : status < 500 ? 'check-the-data' : 'unavailable',
      );
      return reply.code(status).type('text/html; charset=utf-8').send(plainErrorPage(refusal.text));
    });
    scope.route({ method: screenMethods, url: '/*', handler: handle });
  }

  function contextOf(
    request: FastifyRequest,
    reply: FastifyReply,
    authenticated: Session | null,
    nonce: string,
  ): RequestContext {
    const session = authenticated?.mustChangePassword ? null : authenticated;
    const from = {
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? null,
      requestId: request.id,
    };
    return {
      db,
      session,
      mustChange: authenticated?.mustChangePassword ? authenticated : null,
      forget: authenticated ? null : cookie.forget(request.headers),
      from,
      botId,
      keys,
      pushKey: keys.push.publicKey,
      privateWebhooks,
      queues: options.workerUrl !== undefined,
      nonce,
      async weekText(operation, day) {
        return (await boardDays(bytes, operation, { day, alone: false }))?.plain.toString();
      },
      map: { styleUrl: map.styleUrl, pmtiles: map.pmtiles !== null },
      demo: options.demo,
      log: {
        error: (details, text) => request.log.error(details, text),
        info: (details, text) => request.log.info(details, text),
      },
      auth: {
        async signIn(input) {
          const answer = await auth.signIn(input, { ...from, kind: 'browser' });
          const where = await signInElsewhere(request, reply, answer);
          if (where !== 'here' && !isRefusal(answer)) await signOut(db, answer.token, from);
          if (where === 'led') return { ok: false, status: 307, text: '' };
          if (where === 'refused') return { ok: false, ...asAnswer(refuse('wrong-credentials')) };
          if (isRefusal(answer)) {
            const { status, text, retryAfterSeconds } = answer;
            return { ok: false, status, text, ...(retryAfterSeconds ? { retryAfterSeconds } : {}) };
          }
          const former = cookie.read(request.headers);
          if (former) await signOut(db, former, from);
          const { userId, token, tokenExpires: expires } = answer;
          reply.header('set-cookie', cookie.signIn(request.headers, { userId, token, expires }));
          return { ok: true, defaultView: answer.defaultView, mustChangePassword: answer.mustChangePassword };
        },
        async openLink(token) {
          const answer = await auth.openLink(token, request.ip);
          if (!isRefusal(answer)) return { ok: true, view: answer.view };
          const { status, text, retryAfterSeconds } = answer;
          return { ok: false, status, text, ...(retryAfterSeconds ? { retryAfterSeconds } : {}) };
        },
        async reply(token, step, input, key) {
          if (!isCustomerStep(step)) return { ok: false, ...asAnswer(refuse('call-unknown')) };
          const answer = await takeCustomerStep({ db, auth, keys }, { ...from, token, key }, step, input);
          return isRefusal(answer) ? { ok: false, ...asAnswer(answer) } : { ok: true, view: answer.view };
        },
        async offeredDays(token) {
          const answer = await auth.openLink(token, request.ip);
          return isRefusal(answer)
            ? { ok: false, ...asAnswer(answer) }
            : { ok: true, days: await listOfferedDays(db, answer) };
        },
        async admitWork() {
          return session ? auth.admitWork(session.actor.userId) : refuse('no-session');
        },
        async changePassword(input) {
          if (!authenticated) return { ok: false, ...asAnswer(refuse('no-session')) };
          const answer = await auth.changePassword(input, authenticated, from);
          return isRefusal(answer) ? { ok: false, ...asAnswer(answer) } : { ok: true, ...answer };
        },
        async linkChat(input) {
          if (!session) return { ok: false, ...asAnswer(refuse('no-session')) };
          const answer = await linkChatIfReachable({ db, actor: session.actor, keys, from }, input, askChat);
          return isRefusal(answer) ? { ok: false, ...asAnswer(answer) } : { ok: true };
        },
        async makeLinkAddress() {
          if (!session) return { ok: false, ...asAnswer(refuse('no-session')) };
          const answer = await makeLinkAddress({ db, actor: session.actor, keys }, botId);
          return isRefusal(answer) ? { ok: false, ...asAnswer(answer) } : { ok: true, ...answer };
        },
        async signOut() {
          const token = cookie.read(request.headers);
          if (token) await signOut(db, token, from);
          const removed = cookie.signOut(request.headers);
          if (removed.length > 0) reply.header('set-cookie', removed);
        },
      },
    };
  }
}

/**
 * The request id of a trusted proxy, or a generated one: unique across processes and restarts, without
 * randomness per request.
 */
function requestIds(trustProxy: boolean): (request: Pick<IncomingMessage, 'headers'>) => string {
  const start = randomBytes(6).toString('hex');
  let count = 0;
  return ({ headers }) => {
    const proxyId = trustProxy ? headers['x-request-id'] : undefined;
    if (typeof proxyId === 'string' && /^[\w.:-]{8,100}$/.test(proxyId)) return proxyId;
    return `${start}.${(++count).toString(36)}`;
  };
}

/** Files of the build as they are sent, each as it was compressed by the build. */
const sentFiles = (cacheControl: string): Omit<FastifyStaticOptions, 'root'> => ({
  wildcard: false,
  index: false,
  preCompressed: true,
  cacheControl: false,
  setHeaders: (reply, file) => {
    reply.setHeader('cache-control', file.endsWith('service-worker.js') ? 'no-cache' : cacheControl);
    reply.setHeader('x-content-type-options', 'nosniff');
  },
});

/** Tests serve from the first request on. */
function readyAtOnce(): Lifecycle {
  const lifecycle = makeLifecycle();
  lifecycle.isReady();
  return lifecycle;
}

/** The first segment of a route's path; empty for a parameter or a wildcard. */
const firstPart = (path = '') => path.split('/')[0]!.replace(/^[:*].*/, '');

/**
 * Each of the given number of proxies is trusted; what stands before them in the header is the client's own claim.
 */
const trustOf = (trust: HttpOptions['trustProxy']) =>
  typeof trust === 'number' ? (_address: string, hop: number) => hop < trust : trust;

/** An origin-form path and a syntactically valid `Host`. */
const isWellAddressed = ({ url = '', headers }: IncomingMessage): boolean =>
  url.startsWith('/') &&
  (headers.host === undefined || /^[\w.-]*(\[[\da-f:.]+\])?(:\d{1,5})?$/i.test(headers.host));

const asAnswer = ({ status, text, fields }: Refusal) => ({ status, text, fields: fields ?? {} });

/** Every other method is answered 405. */
const screenMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const isUnsafe = (method: string) => !['GET', 'HEAD', 'OPTIONS'].includes(method);

/** Unlike Remix's own check, covers resource routes and refuses requests without an Origin. */
export function isSameSite(
  request: { headers: FastifyRequest['headers']; host: string; protocol: string },
  publicUrl: string,
): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = request.headers;
  if (typeof origin !== 'string') return false;
  try {
    const requestOrigin = new URL(origin).origin;
    // A TLS proxy that does not send X-Forwarded-Proto is recognised by the public address.
    return (
      requestOrigin === `${request.protocol}://${request.host}` || requestOrigin === new URL(publicUrl).origin
    );
  } catch {
    return false;
  }
}

/**
 * The same of a socket's request, which bypasses Fastify: its scheme is that of its connection, or the one that a proxy
 * names.
 */
export function isSocketOrigin(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  publicUrl: string,
): boolean {
  const { origin, host } = headers;
  const forwarded = String(headers['x-forwarded-proto'] ?? '')
    .split(',')[0]!
    .trim();
  const scheme = forwarded || ((socket as { encrypted?: boolean }).encrypted ? 'https' : 'http');
  try {
    const requestOrigin = new URL(origin!).origin;
    return requestOrigin === `${scheme}://${host}` || requestOrigin === new URL(publicUrl).origin;
  } catch {
    return false;
  }
}

const plainErrorPage = (text: string) =>
  `<!doctype html><html lang="es-AR"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Agenda técnica</title><body style="font-family:system-ui;margin:3rem auto;max-width:32rem;padding:0 1rem"><h1 style="font-size:1.25rem">Agenda técnica</h1><p role="alert">${text}</p><p><a href="">Reintentar</a> · <a href="/">Volver al inicio</a></p>`;
