import type { FastifyInstance } from 'fastify';
import { mayReadMetrics } from '../../db/secrets/ops-access.ts';
import type { Metrics } from '../process/metrics.ts';
import { routeName } from './route-name.ts';

type Options = {
  metrics: Metrics;
  /** Who knows it may read; absent: only who asks on this very machine, and through no proxy. */
  token: string | undefined;
  /** Whether a proxy stands before this process. */
  behindProxy: boolean;
  /** First parts of the screens' paths: what is counted under its own name. */
  screens: Set<string>;
};

/** Counts every answer, and `GET /metrics`, which is not open to the world: for others it does not exist. */
export async function metricsRoute(app: FastifyInstance, { metrics, token, behindProxy, screens }: Options) {
  app.addHook('onResponse', async (request, reply) => {
    const route = routeName(request, screens);
    const { method } = request;
    metrics.answered({ method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1_000 });
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, token, behindProxy)) return reply.code(404).send();
    return reply.type(metrics.register.contentType).send(await metrics.register.metrics());
  });
}
