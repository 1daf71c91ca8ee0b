import type { IncomingHttpHeaders } from 'node:http';
import pg from 'pg';
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible';
import { type SignedIn, signIn } from '../db/commands/sign-in.ts';
import type { Db } from '../db/open.ts';
import { isRefusal, type Refusal, refuse } from '../machines/refusals.ts';

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

const windowSeconds = 15 * 60;
/** Wrong passwords in a window: of one user from one address, from one address, and of one user from anywhere. */
const allowed = { userAtAddress: 10, address: 60, user: 50 };

/** Sign in, slowed down after wrong attempts (S2 §8 'Login 429'); the counts are shared by every web process. */
export function makeDoor(db: Db) {
  const pool = new pg.Pool({ connectionString: db.url, max: 2, query_timeout: 3_000, keepAlive: true });
  pool.on('error', () => {});
  const limiter = (name: keyof typeof allowed) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'login_attempts',
      tableCreated: true,
      keyPrefix: name,
      points: allowed[name],
      duration: windowSeconds,
      clearExpiredByTimeout: false,
    });
  const limiters = {
    userAtAddress: limiter('userAtAddress'),
    address: limiter('address'),
    user: limiter('user'),
  };

  return {
    async signIn(
      raw: unknown,
      from: { address: string; userAgent: string | null; kind: 'browser' | 'api' },
    ): Promise<SignedIn | Refusal> {
      const username = String((raw as { username?: unknown } | null)?.username ?? '')
        .trim()
        .toLowerCase()
        .slice(0, 100);
      const keys = {
        userAtAddress: `${username}|${from.address}`,
        address: from.address,
        user: username,
      };
      const names = Object.keys(keys) as (keyof typeof keys)[];
      const counts = await Promise.all(names.map((name) => limiters[name].get(keys[name])));
      const full = counts.filter((count, index) => count && count.consumedPoints >= allowed[names[index]!]);
      if (full.length > 0) return tooMany(full as RateLimiterRes[]);
      const answer = await signIn(db, raw, from.kind, from.userAgent);
      if (isRefusal(answer)) {
        if (answer.code === 'wrong-credentials')
          await Promise.all(names.map((name) => limiters[name].penalty(keys[name])));
        return answer;
      }
      await limiters.userAtAddress.delete(keys.userAtAddress);
      return answer;
    },
    close: () => pool.end(),
  };
}

export type Door = ReturnType<typeof makeDoor>;

const tooMany = (full: RateLimiterRes[]) =>
  refuse('too-many-attempts', {
    retryAfterSeconds: Math.ceil(Math.max(...full.map((count) => count.msBeforeNext)) / 1000),
  });
