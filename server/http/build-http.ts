import { randomBytes } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import path from 'node:path';
import compress from '@fastify/compress';
import files from '@fastify/static';
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
import { botIdOf } from '../../db/queues/chat-updates.ts';
import {
  admitSession,
  admitSessionWith,
  findAnySession,
  type Session,
} from '../../db/reads/people/session.ts';
import { listOfferedDays } from '../../db/reads/visits/external-visit.ts';
import type { RequestContext } from '../../db/request-context.ts';
import type { InstallationKeys } from '../../db/secrets/keys.ts';
import { isDay, today } from '../../machines/calendar/slots.ts';
import { isRefusal, type Refusal, refuse } from '../../machines/words/refusals.ts';
import { documentRoutes } from '../api/document.ts';
import { answerBadPath, answerTrouble, apiRoutes, sessionCheck } from '../api/routes.ts';
import { pictureUploads } from '../files/picture-uploads.ts';
import { sendReportFile } from '../files/report-download.ts';
import { sendTicketFile } from '../files/ticket-file.ts';
import { type Followers, makeFollowers } from '../live/followers.ts';
import { watchLatency } from '../process/database-latency.ts';
import { healthRoutes } from '../process/health.ts';
import { type Life, makeLife } from '../process/life.ts';
import { type Metrics, makeMetrics } from '../process/metrics.ts';
import { isUnavailable } from '../process/unavailable.ts';
import { makeAskChat } from '../telegram/ask-chat.ts';
import { makeLinkAddress } from '../telegram/link-address.ts';
import { linkChatIfReachable } from '../telegram/link-chat.ts';
import { telegramWebhook } from '../telegram/webhook.ts';
import { isCustomerStep, takeCustomerStep } from './customer-steps.ts';
import { metricsRoute } from './metrics-route.ts';
import { queuesPage } from './queues-page.ts';
import { askedBy, logRefusals } from './refusal-log.ts';
import { remixHandler } from './remix.ts';
import { guardHeaders, secureHeaders } from './secure-headers.ts';
import { type Door, makeDoor, readBearer, readCookie, writeCookie } from './session.ts';
import { shedLoad } from './shedding.ts';
import { limitClients } from './slow-clients.ts';
import { boardWeek, makeByteStore } from './week-bytes.ts';

export type HttpOptions = {
  db: Db;
  log: Logger;
  publicUrl: string;
  keys: InstallationKeys;
  /** The bot that is asked whether a chat exists; absent: this installation has none. */
  telegram?: { token: string | undefined; apiRoot: string; webhook?: boolean };
  /** How much of `X-Forwarded-For` is believed (machines/process/settings.ts): proxies in a row, or their addresses. */
  trustProxy: false | number | string[];
  /** Costly requests of a user in a minute; 120 unless told. */
  workPerMinute?: number;
  demo: boolean;
  /** Whether webhooks may go to private addresses; absent: they may not. */
  privateWebhooks?: boolean;
  /** The screens; absent: a door without screens, as tests open it. */
  remix?: {
    build: ServerBuild | (() => Promise<ServerBuild>);
    mode: 'production' | 'development';
    clientFolder?: string;
  };
  /** Whether it starts, serves or stops; absent: it serves. */
  life?: Life;
  /** Requests under way at the same time; 200 unless told. More are refused with 503. */
  maxRequests?: number;
  /** How soon an answer that is not read is broken off, where a test cannot wait. */
  slowClients?: { windowMs: number; lookMs: number };
  metrics?: Metrics;
  /** Opens `/metrics`; absent: only this machine may ask. */
  metricsToken?: string | undefined;
  /** A worker that shows the queues; absent: nobody sees them here. */
  workerUrl?: string | undefined;
  /** In development: Vite's own middleware, before everything else. */
  before?: (app: FastifyInstance) => Promise<void>;
};

const maxBody = 1_048_576;

/** The front door: /v1, the board's bytes, static files, and every screen. Built here, listened to by the entrance. */
export async function buildHttp(
  options: HttpOptions,
): Promise<{ app: FastifyInstance; server: Server; door: Door; followers: Followers }> {
  const { db } = options;
  const secure = options.publicUrl.startsWith('https:');
  const guards = guardHeaders(secure);
  const app = fastify({
    loggerInstance: options.log as never,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustOf(options.trustProxy),
    bodyLimit: maxBody,
    routerOptions: { maxParamLength: 500 },
    // Headers and body of a request have to be here within this, looked at every 5 s.
    requestTimeout: 30_000,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
    // Nothing was sent nor read for this long. Streams say something every 15 s, sockets every 5 s.
    connectionTimeout: 60_000,
    forceCloseConnections: 'idle',
    genReqId: requestIds(options.trustProxy !== false),
    // A request on a connection that is still open is answered; the connection ends with the answer.
    return503OnClosing: false,
    frameworkErrors: (_error, _request, reply) =>
      answerBadPath((reply as unknown as FastifyReply).headers(guards)),
  }) as unknown as FastifyInstance;
  const door = makeDoor(db, options.workPerMinute ? { workPerMinute: options.workPerMinute } : {});
  const bytes = makeByteStore(db);
  const askChat = makeAskChat(options.telegram ?? { token: undefined, apiRoot: '' });
  const botToken = options.telegram?.token;
  const botId = botToken ? botIdOf(botToken) : null;
  const { keys } = options;
  const privateWebhooks = options.privateWebhooks ?? false;
  const followers = makeFollowers(db, options.log);
  const life = options.life ?? readyAtOnce();
  const sameSite = (request: FastifyRequest) => isSameSite(request, options.publicUrl);
  const pulse = watchLatency(db);
  const metrics = options.metrics ?? makeMetrics();
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
    pulse.close();
    await door.close();
  });
  app.setErrorHandler(answerTrouble);
  if (options.before) await options.before(app);
  const { remix } = options;
  const screenNames = new Set<string>();
  limitClients(app, { behindProxy: options.trustProxy !== false, ...options.slowClients });
  const shedding = await shedLoad(app, { life, pulse, most: options.maxRequests ?? 200 });
  logRefusals(app, screenNames);
  await metricsRoute(app, {
    metrics,
    token: options.metricsToken,
    behindProxy: options.trustProxy !== false,
    screens: screenNames,
  });
  metrics.gauge('agenda_requests_under_way', 'Requests being worked on.', () => shedding.underWay);
  metrics.counter(
    'agenda_requests_shed_total',
    'Requests refused with 503 because more came than could be answered in good time.',
    () => shedding.shed,
  );
  metrics.gauge(
    'agenda_database_round_trip_seconds',
    'How long the database takes to answer the least question.',
    () => pulse.roundTripMs() / 1_000,
  );

  await app.register(sessionCheck, { db });
  await app.register(apiRoutes, { prefix: '/v1', db, door, bytes, keys, askChat, botId, privateWebhooks });
  await app.register(documentRoutes, shedding);
  if (botToken && options.telegram?.webhook)
    await app.register(telegramWebhook, {
      db,
      token: botToken,
      secretToken: keys.tokenFor('telegram-webhook'),
    });
  await app.register(pictureUploads, {
    db,
    door,
    path: '/v1/user/upload_profile_picture',
    recognise: async (request) => askedBy(request, await admitSession(db, readBearer(request.headers) ?? '')),
    admits: () => true,
  });
  await app.register(pictureUploads, {
    db,
    door,
    path: '/profile/picture',
    recognise,
    admits: sameSite,
  });
  await app.register(async (scope) => {
    await healthRoutes(scope, { life, pulse });
    scope.get('/board/week', (request, reply) => sendWeek(request, reply));
    scope.get('/visit/external/live/:token', (request, reply) => followers.answer(request, reply, door));
    scope.get('/reports/download/:file', async (request, reply) =>
      sendReportFile(
        reply,
        db,
        door,
        await recognise(request),
        (request.params as { file: string }).file,
        request.query,
      ),
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
      page: plainTrouble,
    });
  if (remix) await app.register((scope) => screens(scope, remix));
  return { app, server: app.server, door, followers };

  async function sendWeek(request: FastifyRequest, reply: FastifyReply) {
    const { operation, day } = request.query as { operation?: unknown; day?: string };
    const code = typeof operation === 'string' && /^[0-9]{3}$/.test(operation) ? operation : null;
    // The session and the operation's version in one trip: nobody gets an older week than was committed before the question.
    const token = readCookie(request.headers, secure);
    const { session, version } = await admitSessionWith(db, token ?? '', code ?? '');
    askedBy(request, session);
    const no = ({ status, text }: Refusal) => reply.code(status).send({ diagnostic: text });
    if (isRefusal(session)) return no(session);
    if (session.kind === 'integration') return no(refuse('no-session'));
    if (code === null || !session.actor.operations.includes(code))
      return no(refuse('operation-not-assigned'));
    const week = await boardWeek(bytes, code, day && isDay(day) ? day : today(new Date()), version);
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

  /** Who may use the screens. */
  async function recognise(request: FastifyRequest): Promise<Session | Refusal> {
    const session = await recogniseAny(request);
    if (!session) return refuse('no-session');
    return session.mustChangePassword ? refuse('password-change-required') : session;
  }

  /** And who may only change a temporary password yet. */
  async function recogniseAny(request: FastifyRequest): Promise<Session | null> {
    const token = readCookie(request.headers, secure);
    const session = askedBy(request, token ? await findAnySession(db, token) : undefined);
    // A system's token opens no screen, whoever puts it into a cookie.
    return session && session.kind !== 'integration' ? session : null;
  }

  async function screens(scope: FastifyInstance, remix: NonNullable<HttpOptions['remix']>) {
    scope.addHook('onRoute', ({ url }) => {
      if (url !== '/*') shedding.neverShed(url);
    });
    // In development the screens are loaded when they are asked for.
    const routes = typeof remix.build === 'function' ? {} : remix.build.routes;
    for (const route of Object.values(routes)) screenNames.add(firstPart(route?.path));
    if (remix.clientFolder) {
      const root = path.resolve(remix.clientFolder);
      await scope.register(files, {
        root,
        wildcard: false,
        index: false,
        // As the build left them beside each file.
        preCompressed: true,
        cacheControl: false,
        setHeaders: (reply, file) => {
          const hashed = file.includes(`${path.sep}assets${path.sep}`);
          reply.setHeader(
            'cache-control',
            hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
          );
          reply.setHeader('x-content-type-options', 'nosniff');
        },
      });
    }
    await scope.register(compress, {
      encodings: ['br', 'gzip'],
      threshold: 1024,
      customTypes: /javascript|json|css|html|svg|x-script/,
    });
    scope.removeAllContentTypeParsers();
    // Read here, with the limit and the deadline of every body, before it is anybody's turn: no screen sends more.
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.addHook('onRequest', async (request, reply) => {
      // A file of the build says itself how long it is kept.
      if (request.routeOptions.url !== '/*') reply.removeHeader('cache-control');
      if (isUnsafe(request.method) && !sameSite(request))
        return reply.code(403).send(refuse('cross-site').text);
    });
    const contexts = new WeakMap<FastifyRequest, RequestContext>();
    scope.addHook('preHandler', async (request, reply) => {
      // A file of the build is the same for everybody: nobody is asked for, and a policy for pages is no use.
      if (request.routeOptions.url !== '/*') return;
      const nonce = randomBytes(16).toString('base64');
      secureHeaders(reply, { nonce, development: remix.mode !== 'production' });
      const session = await recogniseAny(request);
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
      const given = (error as { statusCode?: number }).statusCode ?? 500;
      if (!unavailable && given >= 500) request.log.error({ err: error }, 'screen failed');
      const status = unavailable ? 503 : given;
      if (status === 503) reply.header('retry-after', '2');
      const refusal = refuse(
        status === 413 ? 'body-too-large' : status < 500 ? 'check-the-data' : 'unavailable',
      );
      return reply.code(status).type('text/html; charset=utf-8').send(plainTrouble(refusal.text));
    });
    scope.route({ method: screenMethods, url: '/*', handler: handle });
  }

  function contextOf(
    request: FastifyRequest,
    reply: FastifyReply,
    found: Session | null,
    nonce: string,
  ): RequestContext {
    // Every screen asks for `session`: one that has to change its password first is none to them.
    const session = found?.mustChangePassword ? null : found;
    const from = {
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? null,
      requestId: request.id,
    };
    return {
      db,
      session,
      mustChange: found?.mustChangePassword ? found : null,
      forget: !found && readCookie(request.headers, secure) ? writeCookie('', secure, null) : null,
      from,
      botId,
      keys,
      privateWebhooks,
      queues: options.workerUrl !== undefined,
      nonce,
      demo: options.demo,
      log: {
        error: (details, text) => request.log.error(details, text),
        info: (details, text) => request.log.info(details, text),
      },
      door: {
        async signIn(input) {
          const answer = await door.signIn(input, { ...from, kind: 'browser' });
          if (isRefusal(answer)) {
            const { status, text, retryAfterSeconds } = answer;
            return { ok: false, status, text, ...(retryAfterSeconds ? { retryAfterSeconds } : {}) };
          }
          // The browser's former session is of no more use to it.
          const former = readCookie(request.headers, secure);
          if (former) await signOut(db, former, from);
          reply.header('set-cookie', writeCookie(answer.token, secure, answer.tokenExpires));
          return { ok: true, defaultView: answer.defaultView, mustChangePassword: answer.mustChangePassword };
        },
        async openLink(token) {
          const answer = await door.openLink(token, request.ip);
          if (!isRefusal(answer)) return { ok: true, view: answer.view };
          const { status, text, retryAfterSeconds } = answer;
          return { ok: false, status, text, ...(retryAfterSeconds ? { retryAfterSeconds } : {}) };
        },
        async reply(token, step, input, key) {
          if (!isCustomerStep(step)) return { ok: false, ...asAnswer(refuse('call-unknown')) };
          const answer = await takeCustomerStep({ db, door, keys }, { ...from, token, key }, step, input);
          return isRefusal(answer) ? { ok: false, ...asAnswer(answer) } : { ok: true, view: answer.view };
        },
        async offeredDays(token) {
          const answer = await door.openLink(token, request.ip);
          return isRefusal(answer)
            ? { ok: false, ...asAnswer(answer) }
            : { ok: true, days: await listOfferedDays(db, answer) };
        },
        async admitWork() {
          return session ? door.admitWork(session.actor.userId) : refuse('no-session');
        },
        async changePassword(input) {
          if (!found) return { ok: false, ...asAnswer(refuse('no-session')) };
          const answer = await door.changePassword(input, found, from);
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
          const token = readCookie(request.headers, secure);
          if (token) await signOut(db, token, from);
          reply.header('set-cookie', writeCookie('', secure, null));
        },
      },
    };
  }
}

/**
 * The id that a trusted proxy gave the request, or one of our own: unlike those of other processes and of the
 * next start, and without asking for randomness at each request.
 */
function requestIds(trustProxy: boolean): (request: Pick<IncomingMessage, 'headers'>) => string {
  const start = randomBytes(6).toString('hex');
  let count = 0;
  return ({ headers }) => {
    const given = trustProxy ? headers['x-request-id'] : undefined;
    if (typeof given === 'string' && /^[\w.:-]{8,100}$/.test(given)) return given;
    return `${start}.${(++count).toString(36)}`;
  };
}

/** A door that a test opens serves from the first request on. */
function readyAtOnce(): Life {
  const life = makeLife();
  life.isReady();
  return life;
}

/** Of a route's path, up to what stands for anything. */
const firstPart = (path = '') => path.split('/')[0]!.replace(/^[:*].*/, '');

/** Of so many proxies in a row, each believes the one before it; what stands before them is the client's own words. */
const trustOf = (trust: HttpOptions['trustProxy']) =>
  typeof trust === 'number' ? (_address: string, hop: number) => hop < trust : trust;

/** Asked for by its path, and at a host that can be one. */
const isWellAddressed = ({ url = '', headers }: IncomingMessage): boolean =>
  url.startsWith('/') &&
  (headers.host === undefined || /^[\w.-]*(\[[\da-f:.]+\])?(:\d{1,5})?$/i.test(headers.host));

const asAnswer = ({ status, text, fields }: Refusal) => ({ status, text, fields: fields ?? {} });

/** What a screen may be asked with; every other method is answered 405. */
const screenMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const isUnsafe = (method: string) => !['GET', 'HEAD', 'OPTIONS'].includes(method);

/** Remix's own check skips resource routes and passes without an Origin: this one does neither. */
export function isSameSite(
  request: { headers: FastifyRequest['headers']; host: string; protocol: string },
  publicUrl: string,
): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = request.headers;
  if (typeof origin !== 'string') return false;
  try {
    const given = new URL(origin).origin;
    // A proxy that ends TLS and does not say so is known by the address that customers are given.
    return given === `${request.protocol}://${request.host}` || given === new URL(publicUrl).origin;
  } catch {
    return false;
  }
}

/** A socket's request passes by Fastify, which would tell the protocol: the host alone, or the address that is known. */
export function isSocketOrigin(origin: string, host: string, publicUrl: string): boolean {
  try {
    const { host: given, origin: whole } = new URL(origin);
    return given === host || whole === new URL(publicUrl).origin;
  } catch {
    return false;
  }
}

const plainTrouble = (text: string) =>
  `<!doctype html><html lang="es-AR"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Agenda técnica</title><body style="font-family:system-ui;margin:3rem auto;max-width:32rem;padding:0 1rem"><h1 style="font-size:1.25rem">Agenda técnica</h1><p role="alert">${text}</p><p><a href="">Reintentar</a> · <a href="/">Volver al inicio</a></p>`;
