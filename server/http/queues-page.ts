import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Session } from '../../db/reads/people/session.ts';
import { queuesHeader } from '../../db/secrets/ops-access.ts';
import { refusedBy } from '../../machines/access/permissions.ts';
import { type Refusal, refuse } from '../../machines/words/refusals.ts';

type Options = {
  /** Where a worker serves its queues page (OPS_HOST, OPS_PORT). */
  workerUrl: string;
  /** Authenticates this installation's web processes at the worker. */
  workerToken: string;
  recognise(request: FastifyRequest): Promise<Session | null>;
  isSameSite(request: FastifyRequest): boolean;
  /** An HTML page with this text. */
  page(text: string): string;
};

/**
 * `/queues`: proxies a worker's page of the queues (workers/ops/queues-page.ts) for administrators, with the
 * refusals of their other screens. Cookies are not passed on.
 */
export async function queuesPage(app: FastifyInstance, options: Options) {
  const { workerUrl, workerToken, page } = options;
  app.addHook('onRequest', async (request, reply) => {
    const refuseRequest = ({ status, text }: Refusal) =>
      reply.code(status).type('text/html; charset=utf-8').send(page(text));
    const unsafe = !['GET', 'HEAD'].includes(request.method);
    if (unsafe && !options.isSameSite(request)) return refuseRequest(refuse('cross-site'));
    const session = await options.recognise(request);
    if (!session) return unsafe ? refuseRequest(refuse('no-session')) : reply.redirect('/login');
    if (session.mustChangePassword)
      return unsafe ? refuseRequest(refuse('password-change-required')) : reply.redirect('/password');
    const refused = refusedBy(session.actor, 'can_manage_users');
    if (refused) return refuseRequest(refuse(refused));
    // Without the slash the page's relative addresses resolve to the root.
    if (request.url === '/queues') return reply.redirect('/queues/');
  });
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
