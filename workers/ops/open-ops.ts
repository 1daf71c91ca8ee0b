import type { AddressInfo } from 'node:net';
import type { Queue } from 'bullmq';
import fastify from 'fastify';
import type { Db } from '../../db/connection/open.ts';
import { mayReadMetrics } from '../../db/secrets/ops-access.ts';
import { within } from '../repeat.ts';
import type { Metrics } from './metrics.ts';
import { queuesPage } from './queues-page.ts';

export type LifecycleState = 'starting' | 'ready' | 'stopping';

export type Ops = {
  /** With port 0 a free one. */
  port: number;
  setState(state: LifecycleState): void;
  close(): Promise<void>;
};

/** Slower than this counts as unreachable. */
const timeoutMs = 3_000;

/**
 * A worker's operations endpoint: `/healthz`, `/readyz` (like the web's, with `queue` for an unreachable
 * Redis), `/metrics`, and the queues page. Not for users.
 */
export async function openOps(options: {
  host: string;
  port: number;
  db: Db;
  metrics: Metrics;
  metricsToken: string | undefined;
  /** Authenticates web processes of this installation (`queuesHeader`). */
  webToken: string;
  queues: Queue[];
}): Promise<Ops> {
  const { db, metrics, queues } = options;
  let state: LifecycleState = 'starting';
  const app = fastify({ logger: false, forceCloseConnections: true });
  const answers = (work: Promise<unknown>) =>
    within(timeoutMs, work).then(
      () => true,
      () => false,
    );

  app.get('/healthz', (_request, reply) => reply.send('ok'));
  app.get('/readyz', async (_request, reply) => {
    const [database, queue] = await Promise.all([
      answers(db.sql`select 1`.then()),
      answers(Promise.all(queues.map((item) => item.getJobCounts('waiting')))),
    ]);
    const unreachable = [...(database ? [] : ['database']), ...(queue ? [] : ['queue'])];
    return reply
      .code(state === 'ready' && unreachable.length === 0 ? 200 : 503)
      .send({ state, away: unreachable });
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, options.metricsToken)) return reply.code(404).send();
    return reply.type(metrics.register.contentType).send(await metrics.text());
  });
  await app.register(queuesPage, { queues, webToken: options.webToken });
  await app.listen({ host: options.host, port: options.port });
  const { port } = app.server.address() as AddressInfo;
  return {
    port,
    setState(next) {
      state = next;
    },
    close: () => app.close(),
  };
}
