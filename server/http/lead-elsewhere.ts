import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../db/connection/open.ts';
import { findInstallationOf, findInstallationOfLink } from '../../db/reads/people/installation-of.ts';
import { findKnownSession } from '../../db/reads/people/session.ts';
import { refuse } from '../../machines/words/refusals.ts';
import { readBearer, readCookie } from './session.ts';

/** Names the installation to the proxy, which sends the browser's requests there (docs/operations/division.md). */
const installationCookie = 'agenda-installation';

const link = /^\/visit\/external\/(?:view|live|reply)\/([A-Za-z0-9_-]{20,100})(?:\.data)?(?:[?#]|$)/;
/** Every installation has the same. */
const file =
  /^\/assets\/|^\/[^/?]*\.(?:js|css|png|svg|ico|webmanifest|woff2|pmtiles)(?:\?|$)|^\/(?:healthz|readyz|metrics)$/;

/**
 * Leads users of operations that have moved to another installation there, in the browser by a cookie and the same
 * request again; a program of the API gets the name of that installation. Customers' links of operations that
 * have moved follow them, also links that were made after it, which are unknown here. Without operations elsewhere it
 * does nothing.
 *
 * @param own this installation's name, if it has one
 */
export function leadElsewhere(app: FastifyInstance, db: Db, own: string | undefined, secure: boolean): void {
  // Not an async one, which every request would pay for.
  app.addHook('onRequest', (request, reply, done) => {
    if (db.elsewhere.size === 0 || file.test(request.url)) return done();
    const token = link.exec(request.url)?.[1];
    const asked = token ? ofLink(token, readInstallation(request)) : ofUser(request);
    asked.then((name) => {
      if (name === null || name === own) done();
      else lead(request, reply, name, token ? '/visit/external' : '/');
    }, done);
  });

  async function ofLink(token: string, cameTo: string | null): Promise<string | null> {
    const found = await findInstallationOfLink(db, token);
    if (found !== undefined) return found;
    // Each installation is asked once, in the order of their names.
    return db.elsewhere.installations().find((name) => cameTo === null || name > cameTo) ?? null;
  }

  async function ofUser(request: FastifyRequest): Promise<string | null> {
    const token = readCookie(request.headers, secure) ?? readBearer(request.headers);
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

  /** @param path what the cookie holds for: a customer's link says nothing of where its reader works */
  function lead(request: FastifyRequest, reply: FastifyReply, name: string, path: string) {
    reply.header('cache-control', 'no-store');
    // A program, or a proxy that does not know the installation: asked again, it would come back here.
    if (readBearer(request.headers) || readInstallation(request) === name) {
      const { status, text } = refuse('lives-elsewhere');
      return reply
        .header('x-agenda-installation', name)
        .code(status)
        .send({ code: status, error: 1, diagnostic: text, data: null });
    }
    const parts = [
      `${installationCookie}=${name}`,
      `Path=${path}`,
      'Max-Age=31536000',
      'HttpOnly',
      'SameSite=Lax',
    ];
    return (
      reply
        .header('set-cookie', [...parts, ...(secure ? ['Secure'] : [])].join('; '))
        .code(307)
        // Two slashes would be the address of another host.
        .header('location', request.raw.url!.replace(/^[/\\]+/, '/'))
        .send()
    );
  }
}

/** The installation that the proxy has sent the request to by the cookie; null: by none. */
function readInstallation({ headers }: FastifyRequest): string | null {
  const [, name] = /(?:^|;\s*)agenda-installation=([a-z0-9-]+)/.exec(headers.cookie ?? '') ?? [];
  return name ?? null;
}
