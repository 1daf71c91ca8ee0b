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
import type { KnownSession } from '../../db/reads/people/session.ts';
import { type ExternalVisit, findExternalVisit } from '../../db/reads/visits/external-visit.ts';
import type { From } from '../../db/record/audit.ts';
import { parseInput, refuseInput } from '../../db/record/transact.ts';
import { openLinkThrottle } from '../../db/throttles/link-throttle.ts';
import { loginWindowSeconds, openLoginThrottle } from '../../db/throttles/login-throttle.ts';
import { openWorkThrottle } from '../../db/throttles/work-throttle.ts';
import { isRefusal, type Refusal, refuse } from '../../machines/words/refusals.ts';

/** The cookie of a browser's session token; behind TLS bound to the host and to secure connections. */
export const cookieName = (secure: boolean): string => (secure ? '__Host-agenda' : 'agenda');

/**
 * A browser's session cookie. An installation among several has one of its own name, beside those of the others that
 * share its address (docs/operations/division.md): who has operations in both stays signed in in both. The plain one
 * counts as well, from before it had a name.
 */
export type SessionCookie = {
  read(headers: IncomingHttpHeaders): string | null;
  /** Set-Cookie for a sign-in. What another user has left in the browser is removed, also of other installations. */
  signIn(headers: IncomingHttpHeaders, user: { userId: number; token: string; expires: Date }): string[];
  /** Removes those of all installations. */
  signOut(headers: IncomingHttpHeaders): string[];
  /** Removes the one that was read: it is no session. Null: there is none. */
  forget(headers: IncomingHttpHeaders): string | null;
};

/** @param installation its name, if it has one */
export function sessionCookie(secure: boolean, installation: string | undefined): SessionCookie {
  const plain = cookieName(secure);
  const own = installation === undefined ? plain : `${plain}.${installation}`;
  const set = (name: string, value: string, expiry: string) =>
    [`${name}=${value}`, 'Path=/', 'HttpOnly', 'SameSite=Lax', ...(secure ? ['Secure'] : []), expiry].join(
      '; ',
    );
  const remove = (name: string) => set(name, '', 'Max-Age=0');
  const sessionsIn = (headers: IncomingHttpHeaders) =>
    [...readCookies(headers)].filter(([name]) => name === plain || name.startsWith(`${plain}.`));
  return {
    read(headers) {
      const sent = readCookies(headers);
      return sent.get(own)?.replace(/^\d+\./, '') ?? sent.get(plain) ?? null;
    },
    signIn(headers, { userId, token, expires }) {
      const others = sessionsIn(headers).filter(
        ([name, value]) => name !== own && (name === plain || !value.startsWith(`${userId}.`)),
      );
      const value = own === plain ? token : `${userId}.${token}`;
      return [set(own, value, `Expires=${expires.toUTCString()}`), ...others.map(([name]) => remove(name))];
    },
    signOut: (headers) => sessionsIn(headers).map(([name]) => remove(name)),
    forget(headers) {
      const sent = readCookies(headers);
      return sent.has(own) ? remove(own) : sent.has(plain) ? remove(plain) : null;
    },
  };
}

/** The first of each name counts. */
function readCookies({ cookie }: IncomingHttpHeaders): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const part of (cookie ?? '').split(';')) {
    const pair = part.trim();
    const at = pair.indexOf('=');
    if (at > 0 && !cookies.has(pair.slice(0, at))) cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
  return cookies;
}

export function readBearer(headers: IncomingHttpHeaders): string | null {
  const match = /^Bearer ([A-Za-z0-9_-]{20,200})$/.exec(headers.authorization ?? '');
  return match?.[1] ?? null;
}

/**
 * Sign-in by password and by a customer's link, throttled after wrong attempts (S2 §8 'Login 429'), and the
 * per-minute limit of costly work. All web processes share the counts.
 */
export function makeAuthentication(db: Db, { workPerMinute = 120 }: { workPerMinute?: number } = {}) {
  const throttle = openLoginThrottle(db);
  const wrongLinks = openLinkThrottle(db);
  const work = openWorkThrottle(db, workPerMinute);
  const serialize = makeSerializer();
  return {
    async signIn(raw: unknown, from: From & { kind: 'browser' | 'api' }): Promise<SignedIn | Refusal> {
      const input = parseInput(signInInput, raw);
      if (!input.success) return refuseInput(input.error);
      const username = input.data.username.trim().toLowerCase();
      // Serialised: concurrent guesses would all be checked before the first was counted.
      return serialize(`${username}|${from.address}`, async () => {
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
    /** The user's own password; wrong guesses of the current one count as failed sign-ins. */
    async changePassword(raw: unknown, session: KnownSession, from: From, key: string | null = null) {
      const { address } = from;
      const { username } = session.actor;
      return serialize(`${username}|${address}`, async () => {
        const attempt = throttle.attempt(username, address);
        const wait = await attempt.waitSeconds();
        if (wait > 0) return refuse('too-many-attempts', { retryAfterSeconds: wait });
        const answer = await changePassword(db, session.actor, session.id, raw, from, key);
        if (isRefusal(answer) && answer.code === 'password-wrong') await attempt.failed();
        return answer;
      });
    },
    /** The visit of a customer's link; wrong, truncated, expired and revoked links are refused alike. */
    async openLink(token: string, address: string): Promise<ExternalVisit | Refusal> {
      const visit = await findExternalVisit(db, token);
      if (visit) return visit;
      const wait = await wrongLinks.failed(address);
      return wait > 0 ? refuse('too-many-attempts', { retryAfterSeconds: wait }) : refuse('link-unknown');
    },
    /** Counts costly work of a user: null, or the refusal when the limit of this minute is reached. */
    async admitWork(userId: number): Promise<Refusal | null> {
      const wait = await work.waitSeconds(userId);
      return wait > 0 ? refuse('too-much-work', { retryAfterSeconds: wait }) : null;
    },
  };
}

/** Runs tasks of the same name one after the other, in the order of the calls. */
function makeSerializer() {
  const last = new Map<string, Promise<unknown>>();
  return async <Done>(name: string, work: () => Promise<Done>): Promise<Done> => {
    const before = last.get(name);
    const task = (before ?? Promise.resolve()).then(work, work);
    last.set(name, task);
    try {
      return await task;
    } finally {
      if (last.get(name) === task) last.delete(name);
    }
  };
}

export type Authentication = ReturnType<typeof makeAuthentication>;
