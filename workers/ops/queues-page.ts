import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import type { Queue } from 'bullmq';
import type { FastifyInstance } from 'fastify';
import { mayOpenQueues } from '../../db/secrets/ops-access.ts';

const base = '/queues';

/** Everything from this worker itself, and nothing else: the page is an administrator's, and shows customers' visits. */
const policy = [
  "default-src 'self'",
  "script-src 'self'",
  // The page draws its sizes and colours by styles of its own making.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "object-src 'none'",
  "base-uri 'self'",
  "frame-ancestors 'none'",
  "form-action 'self'",
].join('; ');

/**
 * The page of the queues: what waits, works, is done and failed, and the buttons to try again. Only a web process
 * of this installation may ask for it, which looks at who is signed in (server/http/queues-page.ts).
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

/** The page works with the system's letters; nobody else has to know who looks at it. */
const outsideFonts = /<link[^>]+href="https?:\/\/[^>]*>/g;
