import type { FastifyInstance } from 'fastify';
import type { DatabaseLatency } from './database-latency.ts';
import type { Life } from './life.ts';

/**
 * `/healthz`: the process is alive; whoever does not get an answer restarts it. `/readyz`: it can serve; whoever
 * balances the load asks here. 200 `{ "state": "ready", "away": [] }`, else 503 with the state (`starting`,
 * `ready`, `stopping`) and what it needs and does not reach (`database`).
 */
export async function healthRoutes(
  app: FastifyInstance,
  { life, pulse }: { life: Life; pulse: DatabaseLatency },
) {
  app.get('/healthz', (_request, reply) => reply.send('ok'));
  app.get('/readyz', async (_request, reply) => {
    const away = (await pulse.answers()) ? [] : ['database'];
    const { state } = life;
    return reply.code(state === 'ready' && away.length === 0 ? 200 : 503).send({ state, away });
  });
}
