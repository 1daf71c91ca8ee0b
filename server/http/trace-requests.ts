import type { FastifyInstance } from 'fastify';
import { requestSpan, type Tracer } from '../../db/tracing/tracer.ts';
import { routeName } from './route-name.ts';

/** Asked every few seconds by machines, or of no interest to anybody. */
const untraced = new Set(['file', '/healthz', '/readyz', '/metrics']);

/** Records each answered request as the beginning of its trace. @param screens as for the metrics */
export function traceRequests(app: FastifyInstance, tracer: Tracer, screens: Set<string>): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = routeName(request, screens);
    const status = reply.statusCode;
    const to = Date.now();
    if (!untraced.has(route))
      tracer.record({
        ...{ requestId: request.id, id: requestSpan, parent: null, kind: 'server' },
        ...{ name: `${request.method} ${route}`, from: to - reply.elapsedTime, to },
        attributes: {
          'http.request.method': request.method,
          'http.route': route,
          'http.response.status_code': status,
        },
        failed: status >= 500,
      });
    done();
  });
}
