import type { AddressInfo } from 'node:net';
import type { Queue } from 'bullmq';
import fastify from 'fastify';
import type { Db } from '../../db/connection/open.ts';
import { mayReadMetrics } from '../../db/secrets/ops-access.ts';
import { within } from '../repeat.ts';
import type { Metrics } from './metrics.ts';
import { queuesPage } from './queues-page.ts';

export type LifeState = 'starting' | 'ready' | 'stopping';

export type Ops = {
  /** Where it listens; with port 0 one that was free. */
  port: number;
  say(state: LifeState): void;
  close(): Promise<void>;
};

/** Slower than this counts as away. */
const patienceMs = 3_000;

/**
 * The door of a worker for those who watch over it: `/healthz`, `/readyz` (as the web's, with `queue` for a Redis
 * that is away), `/metrics`, and the page of the queues. No customer and no user comes in here.
 */
export async function openOps(options: {
  host: string;
  port: number;
  db: Db;
  metrics: Metrics;
  metricsToken: string | undefined;
  /** What web processes of this installation show (`queuesHeader`). */
  webToken: string;
  queues: Queue[];
}): Promise<Ops> {
  const { db, metrics, queues } = options;
  let state: LifeState = 'starting';
  const app = fastify({ logger: false, forceCloseConnections: true });
  const answers = (work: Promise<unknown>) =>
    within(patienceMs, work).then(
      () => true,
      () => false,
    );

  app.get('/healthz', (_request, reply) => reply.send('ok'));
  app.get('/readyz', async (_request, reply) => {
    const [database, queue] = await Promise.all([
      answers(db.sql`select 1`.then()),
      answers(Promise.all(queues.map((one) => one.getJobCounts('waiting')))),
    ]);
    const away = [...(database ? [] : ['database']), ...(queue ? [] : ['queue'])];
    return reply.code(state === 'ready' && away.length === 0 ? 200 : 503).send({ state, away });
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
    say(next) {
      state = next;
    },
    close: () => app.close(),
  };
}
