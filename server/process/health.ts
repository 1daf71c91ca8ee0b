import type { FastifyInstance } from 'fastify';
import type { DatabaseLatency } from './database-latency.ts';
import type { Lifecycle } from './lifecycle.ts';

/**
 * `/healthz`: liveness. `/readyz`: readiness, for load balancers: 200 `{ "state": "ready", "away": [] }`,
 * else 503 with the state (`starting`, `ready`, `stopping`) and the unreachable dependencies (`database`).
 */
export async function healthRoutes(
  app: FastifyInstance,
  { lifecycle, latency }: { lifecycle: Lifecycle; latency: DatabaseLatency },
) {
  app.get('/healthz', (_request, reply) => reply.send('ok'));
  app.get('/readyz', async (_request, reply) => {
    const unreachable = (await latency.answers()) ? [] : ['database'];
    const { state } = lifecycle;
    return reply
      .code(state === 'ready' && unreachable.length === 0 ? 200 : 503)
      .send({ state, away: unreachable });
  });
}
