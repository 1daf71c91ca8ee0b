import pressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { DatabaseLatency } from '../process/database-latency.ts';
import type { Life } from '../process/life.ts';

/** Until the database takes longer than this, as many requests as are allowed at all are held. */
const promptMs = 200;
/** Some are always let in, or nobody would notice that the database is quick again. */
const fewest = 8;
/** A turn of the event loop that takes longer on average: the process cannot keep up. */
const loopDelayMs = 1_000;

/**
 * How many requests may be under way in this process. A database that is slow is asked by fewer at a time: who
 * waits, and for how long, stays bounded, instead of a queue that grows until nobody's answer is of use (F09).
 *
 * @param most requests with a database that answers promptly
 */
export const allowedRequests = (most: number, roundTripMs: number): number =>
  Math.min(most, Math.max(fewest, Math.floor((most * promptMs) / Math.max(promptMs, roundTripMs))));

export type Shedding = {
  /** Requests under way, and those refused so far. */
  readonly underWay: number;
  readonly shed: number;
  /** Routes of files: they ask the database nothing, and pages that are there already need them. */
  neverShed(url: string): void;
};

type Options = { life: Life; pulse: DatabaseLatency; most: number };

/**
 * Refuses with 503 and `Retry-After`, before its body is read, whatever comes above what this process can do in
 * good time, and everything before it has started. Health, metrics and files are always answered.
 */
export async function shedLoad(app: FastifyInstance, { life, pulse, most }: Options): Promise<Shedding> {
  await app.register(pressure, { maxEventLoopDelay: loopDelayMs, pressureHandler: () => {} });
  const free = new Set(['/healthz', '/readyz', '/metrics']);
  const working = new WeakSet<FastifyRequest>();
  let underWay = 0;
  let shed = 0;
  const isFree = (request: FastifyRequest) => free.has(request.routeOptions.url ?? '');

  app.addHook('onRequest', async (request) => {
    if (isFree(request)) return;
    const room = underWay < allowedRequests(most, pulse.roundTripMs()) && !app.isUnderPressure();
    if (life.state !== 'starting' && room) return;
    shed++;
    throw Object.assign(new Error('more requests than can be answered in good time'), { code: overloaded });
  });
  // A place is taken when the work begins, with the body here, and given back when the answer is made: neither a
  // sender of one byte a second nor a reader that does not read holds one (F31, F32). A client that left does not
  // end the work for it.
  app.addHook('preHandler', async (request) => {
    if (isFree(request) || isStream(request)) return;
    underWay++;
    working.add(request);
  });
  app.addHook('onSend', async (request, reply) => {
    if (working.delete(request)) underWay--;
    // A client that keeps the connection would send the next request into a process that is about to end.
    if (life.state === 'stopping') reply.header('connection', 'close');
  });
  return {
    get underWay() {
      return underWay;
    },
    get shed() {
      return shed;
    },
    neverShed: (url) => void free.add(url),
  };
}

/** Known to `isUnavailable`. */
const overloaded = 'OVERLOADED';

/** It lasts as long as somebody looks at it. */
const isStream = (request: FastifyRequest) => request.routeOptions.url === '/visit/external/live/:token';
