import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Session } from '../../db/reads/people/session.ts';
import { queuesHeader } from '../../db/secrets/ops-access.ts';
import { refusedBy } from '../../machines/access/permissions.ts';
import { type Refusal, refuse } from '../../machines/words/refusals.ts';

type Options = {
  /** Where a worker listens for who watches over it (OPS_HOST, OPS_PORT). */
  workerUrl: string;
  /** What the worker knows this installation's web processes by. */
  workerToken: string;
  recognise(request: FastifyRequest): Promise<Session | null>;
  isSameSite(request: FastifyRequest): boolean;
  /** A page that says this. */
  page(text: string): string;
};

/**
 * `/queues`: the page of the queues, as a worker draws it (workers/ops/queues-page.ts), for who administers the
 * installation, with the refusals of the other administrators' screens. Nobody's cookie leaves this process.
 */
export async function queuesPage(app: FastifyInstance, options: Options) {
  const { workerUrl, workerToken, page } = options;
  app.addHook('onRequest', async (request, reply) => {
    const no = ({ status, text }: Refusal) =>
      reply.code(status).type('text/html; charset=utf-8').send(page(text));
    const unsafe = !['GET', 'HEAD'].includes(request.method);
    if (unsafe && !options.isSameSite(request)) return no(refuse('cross-site'));
    const session = await options.recognise(request);
    if (!session) return unsafe ? no(refuse('no-session')) : reply.redirect('/login');
    if (session.mustChangePassword)
      return unsafe ? no(refuse('password-change-required')) : reply.redirect('/password');
    const refused = refusedBy(session.actor, 'can_manage_users');
    if (refused) return no(refuse(refused));
    // `/queues` would take the page's own addresses for those of the root.
    if (request.url === '/queues') return reply.redirect('/queues/');
  });
  // Only where a worker shows its queues.
  const { default: proxy } = await import('@fastify/http-proxy');
  await app.register(proxy, {
    upstream: workerUrl,
    prefix: '/queues',
    rewritePrefix: '/queues',
    replyOptions: {
      rewriteRequestHeaders: (request, { cookie: _, authorization: __, ...headers }) => ({
        ...headers,
        'x-request-id': String((request as { id?: unknown }).id),
        [queuesHeader]: workerToken,
      }),
      onError: (reply) =>
        void reply
          .code(503)
          .header('retry-after', '2')
          .type('text/html; charset=utf-8')
          .send(page(refuse('unavailable').text)),
    },
    undici: { headersTimeout: 10_000, bodyTimeout: 10_000 },
  });
}
