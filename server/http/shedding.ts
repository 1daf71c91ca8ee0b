import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { DatabaseLatency } from '../process/database-latency.ts';
import type { Lifecycle } from '../process/lifecycle.ts';
import { watchLoopDelay } from '../process/loop-delay.ts';

/** Up to this round trip of the database the full number of requests is admitted. */
const promptMs = 200;
/** Always admitted, so that a recovered database is noticed. */
const fewest = 8;
/** Mean delay of the event loop above which the process is overloaded. */
const loopDelayMs = 1_000;

/**
 * How many requests may be in progress in this process. The slower the database, the fewer: waiting stays
 * bounded, instead of a queue that grows until every answer comes too late (F09).
 *
 * @param most requests with a database that answers promptly
 */
export const allowedRequests = (most: number, roundTripMs: number): number =>
  Math.min(most, Math.max(fewest, Math.floor((most * promptMs) / Math.max(promptMs, roundTripMs))));

export type Shedding = {
  /** Requests in progress, and those refused so far. */
  readonly underWay: number;
  readonly shed: number;
  /** Exempts a route of files: they need no database, and pages that are open need them. */
  exempt(url: string): void;
};

type Options = { lifecycle: Lifecycle; latency: DatabaseLatency; most: number };

/**
 * Load shedding: refuses with 503 and `Retry-After`, before the body is read, what exceeds the capacity of
 * this process, and everything before it is ready. Health, metrics and files are always answered.
 */
export function shedLoad(app: FastifyInstance, { lifecycle, latency, most }: Options): Shedding {
  const loopDelay = watchLoopDelay();
  app.addHook('onClose', async () => loopDelay.close());
  const free = new Set(['/healthz', '/readyz', '/metrics']);
  let underWay = 0;
  let shed = 0;
  const isFree = (request: FastifyRequest) => free.has(request.pattern ?? '');

  // Hooks of every request have no promise: each costs a turn of the microtasks.
  app.addHook('onRequest', (request, _reply, done) => {
    if (isFree(request)) return done();
    const hasCapacity =
      underWay < allowedRequests(most, latency.roundTripMs()) && loopDelay.meanMs() <= loopDelayMs;
    if (lifecycle.state !== 'starting' && hasCapacity) return done();
    shed++;
    done(Object.assign(new Error('overloaded: too many concurrent requests'), { code: overloaded }));
  });
  // A place is taken after the body was read and released when the answer is made, so slow senders and slow
  // readers hold none (F31, F32). A client's disconnect does not release it: the work goes on.
  app.addHook('preHandler', (request, _reply, done) => {
    if (!isFree(request) && !isStream(request)) {
      underWay++;
      request.takesPlace = true;
    }
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.takesPlace) {
      request.takesPlace = false;
      underWay--;
    }
    // Otherwise a keep-alive client would send its next request into a process that is about to end.
    if (lifecycle.state === 'stopping') reply.header('connection', 'close');
    done();
  });
  return {
    get underWay() {
      return underWay;
    },
    get shed() {
      return shed;
    },
    exempt: (url) => void free.add(url),
  };
}

/** Recognised by `isUnavailable`. */
const overloaded = 'OVERLOADED';

/** A stream lasts as long as its page is open. */
const isStream = (request: FastifyRequest) => request.pattern === '/visit/external/live/:token';
