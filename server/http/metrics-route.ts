import type { FastifyInstance } from 'fastify';
import { mayReadMetrics } from '../../db/secrets/ops-access.ts';
import type { Metrics } from '../process/metrics.ts';
import { routeName } from './route-name.ts';

type Options = {
  metrics: Metrics;
  /** Bearer token that may read; absent: loopback only, and not through a proxy. */
  token: string | undefined;
  behindProxy: boolean;
  /** First path segments of the screens: each is a label of its own. */
  screens: Set<string>;
};

/** Counts every answer and serves `GET /metrics`; unauthorised requests get 404. */
export async function metricsRoute(app: FastifyInstance, { metrics, token, behindProxy, screens }: Options) {
  app.addHook('onResponse', (request, reply, done) => {
    const route = routeName(request, screens);
    const { method } = request;
    metrics.answered({ method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1_000 });
    done();
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, token, behindProxy)) return reply.code(404).send();
    return reply.type(metrics.register.contentType).send(await metrics.register.metrics());
  });
}
