import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import type { Queue } from 'bullmq';
import type { FastifyInstance } from 'fastify';
import { mayOpenQueues } from '../../db/secrets/ops-access.ts';

const base = '/queues';

/** The worker's own resources only: the page shows administrators customers' visits. */
const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "object-src 'none'",
  "base-uri 'self'",
  "frame-ancestors 'none'",
  "form-action 'self'",
].join('; ');

/**
 * The queues page: jobs by state, and retries. Only for web processes of this installation, which check the
 * session (server/http/queues-page.ts).
 */
export async function queuesPage(app: FastifyInstance, options: { queues: Queue[]; webToken: string }) {
  const adapter = new FastifyAdapter();
  createBullBoard({
    queues: options.queues.map((queue) => new BullMQAdapter(queue as never)),
    serverAdapter: adapter,
    options: {
      uiConfig: {
        boardTitle: 'Colas de trabajo',
        locale: { lng: 'es-ES' },
        boardLogo: { path: '' },
        hideRedisDetails: true,
        hideDocsLink: true,
        miscLinks: [{ text: 'Volver a Agenda técnica', url: '/setup' }],
        pollingInterval: { showSetting: true },
      },
    },
  });
  adapter.setBasePath(base);
  app.addHook('onRequest', async (request, reply) => {
    if (!mayOpenQueues(request, options.webToken)) return reply.code(404).send();
    reply.header('content-security-policy', policy);
  });
  app.addHook('onSend', async (_request, reply, payload) => {
    const isPage = String(reply.getHeader('content-type') ?? '').startsWith('text/html');
    return isPage && typeof payload === 'string' ? payload.replace(outsideFonts, '') : payload;
  });
  await app.register(adapter.registerPlugin(), { prefix: base });
}

/** System fonts are enough; no other site has to know who opens the page. */
const outsideFonts = /<link[^>]+href="https?:\/\/[^>]*>/g;
