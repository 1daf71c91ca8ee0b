import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Metrics } from './metrics.ts';
import { routeName } from './route-name.ts';

type Options = {
  metrics: Metrics;
  /** Who knows it may read; absent: only who asks on this very machine, and through no proxy. */
  token: string | undefined;
  /** First parts of the screens' paths: what is counted under its own name. */
  screens: Set<string>;
};

/** Counts every answer, and `GET /metrics`, which is not open to the world: for others it does not exist. */
export async function metricsRoute(app: FastifyInstance, { metrics, token, screens }: Options) {
  app.addHook('onResponse', async (request, reply) => {
    const route = routeName(request, screens);
    const { method } = request;
    metrics.answered({ method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1_000 });
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, token)) return reply.code(404).send();
    return reply.type(metrics.register.contentType).send(await metrics.register.metrics());
  });
}

/** By the token where there is one; else from this machine alone, and not by a proxy that stands on it. */
export function mayRead(request: Pick<FastifyRequest, 'headers' | 'socket'>, token?: string): boolean {
  const { headers, socket } = request;
  if (token === undefined) {
    const near = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(socket.remoteAddress ?? '');
    return near && !forwarding.some((name) => headers[name] !== undefined);
  }
  const given = Buffer.from(headers.authorization ?? '');
  const right = Buffer.from(`Bearer ${token}`);
  return given.length === right.length && timingSafeEqual(given, right);
}

const forwarding = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];
