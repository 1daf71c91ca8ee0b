import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { KnownSession } from '../../db/reads/people/session.ts';
import { isRefusal, type Refusal } from '../../machines/words/refusals.ts';
import { routeName } from './route-name.ts';

/** Remember the user of a request for the refusal log. @returns its second argument */
export function askedBy<Found extends KnownSession | Refusal | null | undefined>(
  request: FastifyRequest,
  session: Found,
): Found {
  if (session && !isRefusal(session)) request.userId = (session as KnownSession).actor.userId;
  return session;
}

/**
 * One log line for each 401 and 403: call or screen, address, and the user if known. Body and query are left
 * out: they are client input.
 *
 * @param screens first path segments of the screens
 */
export function logRefusals(app: FastifyInstance, screens: Set<string>): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status } = reply;
    if (status === 401 || status === 403) {
      const route = routeName(request, screens);
      const { method, userId: user, ip: address } = request;
      request.log.warn({ status, method, route, user, address }, 'access refused');
    }
    done();
  });
}
