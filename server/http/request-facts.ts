import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The pattern of its route; undefined: it has none. */
    pattern: string | undefined;
    /** The user, once recognised; null: none so far. */
    userId: number | null;
    /** Whether it counts among the requests in progress. */
    takesPlace: boolean;
  }
}

/**
 * What several hooks need to know of a request, as its own properties: Fastify builds `routeOptions` anew at each
 * reading, and a WeakMap entry for each request is work for every garbage collection.
 */
export function keepFacts(app: FastifyInstance): void {
  app.decorateRequest('pattern', undefined);
  app.decorateRequest('userId', null);
  app.decorateRequest('takesPlace', false);
  app.addHook('onRequest', (request, _reply, done) => {
    request.pattern = request.routeOptions.url;
    done();
  });
}
