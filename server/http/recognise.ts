import type { FastifyRequest } from 'fastify';
import type { Db } from '../../db/connection/open.ts';
import { admitSession, findAnySession, type Session } from '../../db/reads/people/session.ts';
import { isRefusal, type Refusal, refuse } from '../../machines/words/refusals.ts';
import { askedBy } from './refusal-log.ts';
import { readBearer, type SessionCookie } from './session.ts';

/** Who sends a request, by the kind of endpoint that asks. */
export type Recognition = {
  /** A session that may use the screens. */
  user(request: FastifyRequest): Promise<Session | Refusal>;
  /** The same, also by the token of a client of the API. */
  reader(request: FastifyRequest): Promise<Session | Refusal>;
  /** Also a session that still has to change its temporary password. */
  anyUser(request: FastifyRequest): Promise<Session | null>;
  /** A caller of the API, by its token. */
  caller(request: FastifyRequest): Promise<Session | Refusal>;
};

/** Each answer is also what the refusal log knows of the request. */
export function makeRecognition(db: Db, cookie: SessionCookie): Recognition {
  const anyUser = async (request: FastifyRequest) => {
    const token = cookie.read(request.headers);
    const session = askedBy(request, token ? await findAnySession(db, token) : undefined);
    // An integration's token opens no screen, also in a cookie.
    return session && session.kind !== 'integration' ? session : null;
  };
  const user = async (request: FastifyRequest) => {
    const session = await anyUser(request);
    if (!session) return refuse('no-session');
    return session.mustChangePassword ? refuse('password-change-required') : session;
  };
  const reader = async (request: FastifyRequest) => {
    const token = readBearer(request.headers);
    if (!token) return user(request);
    const session = askedBy(request, await admitSession(db, token));
    return !isRefusal(session) && session.kind === 'integration' ? refuse('no-session') : session;
  };
  const caller = async (request: FastifyRequest) =>
    askedBy(request, await admitSession(db, readBearer(request.headers) ?? ''));
  return { user, reader, anyUser, caller };
}
