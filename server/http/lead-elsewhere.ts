import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../db/connection/open.ts';
import { findInstallationOf, findInstallationOfLink } from '../../db/reads/people/installation-of.ts';
import { findKnownSession } from '../../db/reads/people/session.ts';
import { installationName } from '../../machines/process/settings.ts';
import { asEnvelope } from '../../machines/wire/refusal.ts';
import { isRefusal, type Refusal, refuse } from '../../machines/words/refusals.ts';
import { readBearer, type SessionCookie } from './session.ts';

/** Names the installation to the proxy, which sends the browser's requests there (docs/operations/division.md). */
const installationCookie = 'agenda-installation';
const lastingSeconds = 31_536_000;
/** Of a sign-in that is led on: where the other installation is down, the next try begins here again. */
const passingSeconds = 10;

const link = /^\/visit\/external\/(?:view|live|reply)\/([A-Za-z0-9_-]{20,100})(?:\.data)?(?:[?#]|$)/;
/** Every installation has the same. */
const file =
  /^\/assets\/|^\/[^/?]*\.(?:js|css|png|svg|ico|webmanifest|woff2|pmtiles)(?:\?|$)|^\/(?:healthz|readyz|metrics)$/;

/**
 * Leads a sign-in on: to where the user's operations are, or, refused here, to an installation that was not asked yet,
 * which knows the users that were added or whose password was changed there. One that succeeds here leads the browser
 * here from then on.
 *
 * @param answer this installation's
 * @returns 'led': the request is answered; 'refused': the installation of the user's operations has refused this
 *   password, which is an earlier one
 */
export type SignInElsewhere = (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: { token: string } | Refusal,
) => Promise<'here' | 'led' | 'refused'>;

/**
 * Leads users of operations that have moved to another installation there, in the browser by a cookie and the same
 * request again; a program of the API gets the name of that installation. Customers' links of operations that
 * have moved follow them, also links that were made after it, which are unknown here. Without operations elsewhere it
 * does nothing.
 *
 * @param how `own`: this installation's name, if it has one
 */
export function leadElsewhere(
  app: FastifyInstance,
  db: Db,
  how: { own: string | undefined; cookie: SessionCookie; secure: boolean },
): SignInElsewhere {
  const { own, cookie, secure } = how;
  // Not an async one, which every request would pay for.
  app.addHook('onRequest', (request, reply, done) => {
    if (db.elsewhere.size === 0 || file.test(request.url)) return done();
    const token = link.exec(request.url)?.[1];
    const installation = token ? ofLink(token, readInstallation(request)) : ofUser(request);
    installation.then((name) => {
      if (name === null || name === own) done();
      else lead(request, reply, { name, cookiePath: token ? '/visit/external' : '/' });
    }, done);
  });

  return async (request, reply, answer) => {
    if (db.elsewhere.size === 0 || own === undefined) return 'here';
    // What was not typed is not typed there either.
    if (isRefusal(answer) && answer.status === 422) return 'here';
    const query = request.query as Record<string, unknown>;
    const before = readNames(query[askedName]);
    // It has come back: the proxy does not lead to the other one.
    if (before.includes(own)) return 'here';
    const consulted = [...before, own];
    const installations = [...readNames(query[knownName]), ...db.elsewhere.installations()];
    const others = [...new Set(installations)].filter((name) => !consulted.includes(name));
    const name = isRefusal(answer) ? others[0] : await findInstallationOf(db, answer.token, null);
    if (!name) {
      if (!isRefusal(answer)) reply.header('set-cookie', writeInstallation(own, '/', lastingSeconds));
      return 'here';
    }
    if (consulted.includes(name)) return 'refused';
    const [path, search] = request.raw.url!.split('?', 2);
    const params = new URLSearchParams(search);
    params.set(askedName, consulted.join('.'));
    params.set(knownName, others.join('.'));
    const location = `${path}?${params}`;
    lead(request, reply, { name, cookiePath: '/', cookieSeconds: passingSeconds, location });
    return 'led';
  };

  async function ofLink(token: string, cameTo: string | null): Promise<string | null> {
    const installation = await findInstallationOfLink(db, token);
    if (installation !== undefined) return installation;
    // Each installation is asked once, in the order of their names.
    return db.elsewhere.installations().find((name) => cameTo === null || name > cameTo) ?? null;
  }

  async function ofUser(request: FastifyRequest): Promise<string | null> {
    // As calls are answered: a program's cookie says nothing of who asks.
    const token = readBearer(request.headers) ?? cookie.read(request.headers);
    if (!token) return null;
    const { op, operation } = request.query as Record<string, unknown>;
    const named = [op, operation].find(
      (code) => typeof code === 'string' && db.elsewhere.of(code) !== undefined,
    );
    if (named !== undefined) return findInstallationOf(db, token, named as string);
    // Without a statement of its own for those whose operations live here.
    const session = await findKnownSession(db, token);
    const isHere = (code: string) => db.elsewhere.of(code) === undefined;
    return !session || session.actor.operations.some(isHere) ? null : findInstallationOf(db, token, null);
  }

  /**
   * @param to `cookiePath`: what the cookie holds for, as a customer's link says nothing of where its reader works;
   *   `location`: default the same address
   */
  function lead(
    request: FastifyRequest,
    reply: FastifyReply,
    to: { name: string; cookiePath: string; cookieSeconds?: number; location?: string },
  ) {
    const { name, cookiePath, cookieSeconds = lastingSeconds, location = request.raw.url! } = to;
    reply.header('cache-control', 'no-store');
    // A program, or a proxy that does not know the installation: asked again, it would come back here.
    if (readBearer(request.headers) || readInstallation(request) === name) {
      const refusal = refuse('lives-elsewhere');
      return reply.header('x-agenda-installation', name).code(refusal.status).send(asEnvelope(refusal));
    }
    return (
      reply
        .header('set-cookie', writeInstallation(name, cookiePath, cookieSeconds))
        .code(307)
        // Two slashes would be the address of another host.
        .header('location', location.replace(/^[/\\]+/, '/'))
        .send()
    );
  }

  function writeInstallation(name: string, path: string, seconds: number): string {
    const parts = [
      `${installationCookie}=${name}`,
      `Path=${path}`,
      `Max-Age=${seconds}`,
      'HttpOnly',
      'SameSite=Lax',
    ];
    return [...parts, ...(secure ? ['Secure'] : [])].join('; ');
  }
}

/** Of a sign-in that goes from one installation to the next: which have refused it, and which others there are. */
const [askedName, knownName] = ['consultadas', 'otras'];

const readNames = (text: unknown): string[] =>
  typeof text === 'string'
    ? text
        .split('.')
        .slice(0, 20)
        .filter((name) => installationName.test(name))
    : [];

/** The installation that the proxy has sent the request to by the cookie; null: by none. */
function readInstallation({ headers }: FastifyRequest): string | null {
  const [, name] = /(?:^|;\s*)agenda-installation=([a-z0-9-]+)/.exec(headers.cookie ?? '') ?? [];
  return name ?? null;
}
