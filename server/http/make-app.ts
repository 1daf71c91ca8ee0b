import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import type { Logger } from 'pino';
import { answerBadPath } from '../api/routes.ts';
import { screenMethods } from './screens.ts';
import type { guardHeaders } from './secure-headers.ts';

const maxBody = 1_048_576;

type Options = {
  log: Logger;
  /** How much of `X-Forwarded-For` is trusted (machines/process/settings.ts). */
  trustProxy: false | number | string[];
  /** Headers of every answer. */
  guards: ReturnType<typeof guardHeaders>;
};

/** The server without its routes: its limits, and what it refuses before any of them is looked for. */
export function makeApp({ log, trustProxy, guards }: Options): FastifyInstance {
  const app = fastify({
    loggerInstance: log as never,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustOf(trustProxy),
    bodyLimit: maxBody,
    routerOptions: { maxParamLength: 500 },
    // Deadline for a request's headers and body, checked every 5 s.
    requestTimeout: 30_000,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
    // Idle timeout. Streams write every 15 s, sockets every 5 s.
    connectionTimeout: 60_000,
    forceCloseConnections: 'idle',
    genReqId: requestIds(trustProxy !== false),
    // Requests on open connections are still answered, with `Connection: close`.
    return503OnClosing: false,
    frameworkErrors: (_error, _request, reply) =>
      answerBadPath((reply as unknown as FastifyReply).headers(guards)),
  }) as unknown as FastifyInstance;
  return app;
}

/** Refuses other methods and requests that are not well addressed. */
export function guardRequests(app: FastifyInstance, guards: Options['guards']): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(guards).header('x-request-id', request.id);
    if (!screenMethods.includes(request.method)) {
      reply.code(405).header('allow', screenMethods.join(', ')).send();
      return;
    }
    if (isWellAddressed(request.raw)) return done();
    done(Object.assign(new Error('bad Host or absolute form'), { statusCode: 400 }));
  });
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

/**
 * Each of the given number of proxies is trusted; what stands before them in the header is the client's own claim.
 */
const trustOf = (trust: Options['trustProxy']) =>
  typeof trust === 'number' ? (_address: string, hop: number) => hop < trust : trust;

/** An origin-form path and a syntactically valid `Host`. */
const isWellAddressed = ({ url = '', headers }: IncomingMessage): boolean =>
  url.startsWith('/') &&
  (headers.host === undefined || /^[\w.-]*(\[[\da-f:.]+\])?(:\d{1,5})?$/i.test(headers.host));
