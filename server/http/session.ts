import type { IncomingHttpHeaders } from 'node:http';
import { changePassword } from '../../db/commands/profile/change-password.ts';
import {
  recordThrottled,
  type SignedIn,
  signIn,
  signInInput,
  wasHereLately,
} from '../../db/commands/profile/sign-in.ts';
import type { Db } from '../../db/connection/open.ts';
import type { Session } from '../../db/reads/people/session.ts';
import { type ExternalVisit, findExternalVisit } from '../../db/reads/visits/external-visit.ts';
import type { From } from '../../db/record/audit.ts';
import { parseInput, refuseInput } from '../../db/record/transact.ts';
import { openLinkThrottle } from '../../db/throttles/link-throttle.ts';
import { loginWindowSeconds, openLoginThrottle } from '../../db/throttles/login-throttle.ts';
import { openWorkThrottle } from '../../db/throttles/work-throttle.ts';
import { isRefusal, type Refusal, refuse } from '../../machines/words/refusals.ts';

/** The cookie that carries a browser's token. Behind TLS it is bound to the host and to secure connections. */
export const cookieName = (secure: boolean): string => (secure ? '__Host-agenda' : 'agenda');

export function readCookie(headers: IncomingHttpHeaders, secure: boolean): string | null {
  const name = `${cookieName(secure)}=`;
  for (const part of (headers.cookie ?? '').split(';')) {
    const pair = part.trim();
    if (pair.startsWith(name)) return pair.slice(name.length);
  }
  return null;
}

export function writeCookie(token: string, secure: boolean, expires: Date | null): string {
  const parts = [`${cookieName(secure)}=${token}`, 'Path=/', 'HttpOnly', 'SameSite=Lax'];
  if (secure) parts.push('Secure');
  parts.push(expires ? `Expires=${expires.toUTCString()}` : 'Max-Age=0');
  return parts.join('; ');
}

export function readBearer(headers: IncomingHttpHeaders): string | null {
  const found = /^Bearer ([A-Za-z0-9_-]{20,200})$/.exec(headers.authorization ?? '');
  return found?.[1] ?? null;
}

/**
 * The ways in: a password and a customer's link, slowed down after wrong attempts (S2 §8 'Login 429'), and costly work,
 * so much a minute; the counts are shared by every web process.
 */
export function makeDoor(db: Db, { workPerMinute = 120 }: { workPerMinute?: number } = {}) {
  const throttle = openLoginThrottle(db);
  const wrongLinks = openLinkThrottle(db);
  const work = openWorkThrottle(db, workPerMinute);
  const inTurn = makeTurns();
  return {
    async signIn(raw: unknown, from: From & { kind: 'browser' | 'api' }): Promise<SignedIn | Refusal> {
      const input = parseInput(signInInput, raw);
      if (!input.success) return refuseInput(input.error);
      const username = input.data.username.trim().toLowerCase();
      // One at a time, or guesses sent all at once would all be made before the first was counted.
      return inTurn(`${username}|${from.address}`, async () => {
        const attempt = throttle.attempt(username, from.address);
        const wait = await attempt.waitSeconds(() => wasHereLately(db, username, from.address));
        if (wait > 0) {
          await recordThrottled(db, username, from, loginWindowSeconds);
          return refuse('too-many-attempts', { retryAfterSeconds: wait });
        }
        const answer = await signIn(db, input.data, from.kind, from);
        if (!isRefusal(answer)) await attempt.succeeded();
        else if (answer.code === 'wrong-credentials') await attempt.failed();
        return answer;
      });
    },
    /** The user's own password; wrong guesses of the current one count as wrong passwords do. */
    async changePassword(raw: unknown, session: Session, from: From, key: string | null = null) {
      const { address } = from;
      const { username } = session.actor;
      return inTurn(`${username}|${address}`, async () => {
        const attempt = throttle.attempt(username, address);
        const wait = await attempt.waitSeconds();
        if (wait > 0) return refuse('too-many-attempts', { retryAfterSeconds: wait });
        const answer = await changePassword(db, session.actor, session.id, raw, from, key);
        if (isRefusal(answer) && answer.code === 'password-wrong') await attempt.failed();
        return answer;
      });
    },
    /** The visit behind a customer's link; wrong, cut, expired and revoked ones are refused alike. */
    async openLink(token: string, address: string): Promise<ExternalVisit | Refusal> {
      const visit = await findExternalVisit(db, token);
      if (visit) return visit;
      const wait = await wrongLinks.failed(address);
      return wait > 0 ? refuse('too-many-attempts', { retryAfterSeconds: wait }) : refuse('link-unknown');
    },
    /** Costly work on behalf of this user: null, or the refusal of who asked for too much of it in a minute. */
    async admitWork(userId: number): Promise<Refusal | null> {
      const wait = await work.waitSeconds(userId);
      return wait > 0 ? refuse('too-much-work', { retryAfterSeconds: wait }) : null;
    },
    close: async () => {
      await Promise.all([throttle.close(), wrongLinks.close(), work.close()]);
    },
  };
}

/** Whatever has the same name is done one after the other, in the order asked. */
function makeTurns() {
  const last = new Map<string, Promise<unknown>>();
  return async <Done>(name: string, work: () => Promise<Done>): Promise<Done> => {
    const before = last.get(name);
    const mine = (before ?? Promise.resolve()).then(work, work);
    last.set(name, mine);
    try {
      return await mine;
    } finally {
      if (last.get(name) === mine) last.delete(name);
    }
  };
}

export type Door = ReturnType<typeof makeDoor>;
