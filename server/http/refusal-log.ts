import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Session } from '../../db/reads/people/session.ts';
import { isRefusal, type Refusal } from '../../machines/words/refusals.ts';
import { routeName } from './route-name.ts';

const users = new WeakMap<FastifyRequest, number>();

/** Remember who asks, for the line that a refusal leaves. @returns what was given */
export function askedBy<Found extends Session | Refusal | null | undefined>(
  request: FastifyRequest,
  found: Found,
): Found {
  if (found && !isRefusal(found)) users.set(request, (found as Session).actor.userId);
  return found;
}

/**
 * One line in the log for each answer 401 and 403: which call or screen, from where, and who, if that is known. Nothing
 * of the body or of the query: those are the client's own words.
 *
 * @param screens first parts of the paths that the screens know
 */
export function logRefusals(app: FastifyInstance, screens: Set<string>): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status } = reply;
    if (status === 401 || status === 403) {
      const route = routeName(request, screens);
      const user = users.get(request) ?? null;
      request.log.warn(
        { status, method: request.method, route, user, address: request.ip },
        'access refused',
      );
    }
    done();
  });
}
