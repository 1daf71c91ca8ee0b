import { createHash, randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hashSync } from '@node-rs/argon2';
import { pino } from 'pino';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import { type Db, openDb } from '../../../db/connection/open.ts';
import type { Sql } from '../../../db/connection/sql.ts';
import { openKeys } from '../../../db/secrets/keys.ts';
import { openFolder } from '../../../db/storage/folder.ts';
import { traceRecord } from '../../../db/tracing/trace-record.ts';
import { logOptions } from '../../../machines/process/log-options.ts';
import { buildHttp, type HttpOptions } from '../../../server/http/build-http.ts';
import { isSocketOrigin } from '../../../server/http/same-site.ts';
import { openLive } from '../../../server/live/live.ts';
import { makeMetrics } from '../../../server/process/metrics.ts';
import { expectDocumented } from '../house/documented.ts';
import { ownDatabase } from '../postgres/database.ts';
import { passwordIn, refuseSecrets } from './secrets.ts';

/** What a client sees of an answer. `data` is untyped: the tests read it as a client would. */
export type Answer = {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: an outside client has no types of ours
  body: { code: number; error: number; diagnostic: string; data: any };
};

export type CallOptions = { token?: string | null; key?: string; headers?: Record<string, string> };

/** One web process's HTTP server, over HTTP and real sockets, with a record (pools, subscription, feed) of its own. */
export type WebServer = {
  base: string;
  db: Db;
  /** What the process logged, one JSON text a line. */
  log: string[];
  /** `POST /v1/<path>` with a JSON body; '' is the session check. */
  call(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  /** Any request as it stands. */
  send(path: string, init?: RequestInit): Promise<Answer>;
  signIn(username: string, password: string): Promise<Answer>;
  /** A socket that has not connected yet: add listeners, then `connected`. */
  socket(token: string | null, headers?: Record<string, string>): Socket;
  close(): Promise<void>;
};

export const linkSecret = 'the-link-secret-of-all-the-tests-0';
/** The same installation's keys, to make what a test gives to the product. */
export const keys = openKeys({ secret: linkSecret, publicUrl: 'http://localhost:3000' });

/** Opens an HTTP server without screens on a free port; `trustProxy` lets a test choose its address. */
export async function openWebServer(url: string, options: Partial<HttpOptions> = {}): Promise<WebServer> {
  const metrics = options.metrics ?? makeMetrics();
  const traced = traceRecord(options.tracer, metrics.command);
  const db = openDb(url, { reads: 6, transactions: 4, waitMs: 3_000, ...traced });
  const log: string[] = [];
  const logger = pino(logOptions('web', 'warn'), { write: (line: string) => void log.push(line) });
  const publicUrl = options.publicUrl ?? 'http://localhost:3000';
  const { app, server, followers } = await buildHttp({
    db,
    log: logger,
    publicUrl,
    keys: openKeys({ secret: linkSecret, publicUrl }),
    storage: openFolder(path.join(tmpdir(), `agenda-files-${process.pid}`)),
    trustProxy: false,
    demo: false,
    // Tests ask for more in a minute than a user does.
    workPerMinute: 1_000_000,
    metrics,
    ...options,
  });
  const live = await openLive(db, server, {
    log: logger,
    followers,
    metrics,
    secure: publicUrl.startsWith('https:'),
    installation: options.installation,
    origin: (request) => isSocketOrigin(request, publicUrl),
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sockets = new Set<Socket>();
  return {
    db,
    log,
    ...callerOf(base),
    socket(token, extraHeaders = {}) {
      const socket = io(base, {
        transports: ['websocket'],
        forceNew: true,
        autoConnect: false,
        reconnectionDelay: 100,
        reconnectionDelayMax: 200,
        extraHeaders,
        ...(token === null ? {} : { auth: { token } }),
      });
      socket.onAny((...received) => noSecrets('a frame', JSON.stringify(received)));
      sockets.add(socket);
      return socket;
    },
    async close() {
      for (const socket of sockets) socket.close();
      await live.close();
      await app.close();
      await db.close();
      noSecrets('the log', log.join('\n'));
    },
  };
}

/** The calls of a client of the server at this address. */
export function callerOf(base: string): Pick<WebServer, 'base' | 'call' | 'send' | 'signIn'> {
  const send: WebServer['send'] = async (path, init = {}) => {
    const response = await fetch(`${base}${path}`, { redirect: 'manual', ...init });
    const text = await response.text();
    noSecrets(`the answer to ${path}`, `${JSON.stringify([...response.headers])}\n${text}`);
    const body = readJson(text);
    if (init.method === 'POST' && isCall(path)) expectDocumented(path.split('?')[0]!, response.status, body);
    return { status: response.status, headers: response.headers, text, body };
  };
  const call: WebServer['call'] = (path, body = {}, { token, key, headers } = {}) =>
    send(path === '' ? '/v1' : `/v1/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
        ...headers,
      },
    });
  return {
    base,
    send,
    call,
    signIn: (username, password) => call('user/login', { username, password }),
  };
}

/** Every answer of the API that any test gets is held to the OpenAPI document. */
const isCall = (path: string) => path === '/v1' || path.startsWith('/v1/');

/** Neither the key of links and seals nor the database's password leaves the process. */
const noSecrets = (place: string, text: string) =>
  refuseSecrets([linkSecret, passwordIn(inject('postgresUrl'))], place, text);

function readJson(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * A web server over a database of the calling file's own, as long as its tests last. `another()` opens one
 * more over the same database: a second web process, closed after the test.
 */
export function webServer(options: Partial<HttpOptions> = {}) {
  const database = ownDatabase();
  let web: WebServer | undefined;
  const others: WebServer[] = [];
  beforeAll(async () => {
    web = await openWebServer(database.url, options);
  });
  afterEach(async () => {
    await Promise.all(others.splice(0).map((other) => other.close()));
  });
  afterAll(() => web?.close());
  return {
    web: () => web!,
    sql: () => web!.db.sql,
    url: () => database.url,
    async another(url = database.url): Promise<WebServer> {
      const other = await openWebServer(url, options);
      others.push(other);
      return other;
    },
  };
}

/** A live session of a user, as a login leaves it. @returns its token */
export async function openSession(
  sql: Sql,
  userId: number,
  columns: { kind?: 'browser' | 'api'; lastSeenAt?: Date; expiresAt?: Date } = {},
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const row = {
    tokenHash: createHash('sha256').update(token).digest(),
    userId,
    kind: 'api',
    expiresAt: new Date(Date.now() + 86_400_000),
    ...columns,
  };
  await sql`insert into sessions ${sql(row as never)}`;
  return token;
}

/** A customer's link of a visit. @returns its token */
export async function addLink(
  sql: Sql,
  visitId: number,
  columns: { expiresAt?: Date; revokedAt?: Date } = {},
): Promise<string> {
  const { token, tokenHash, nonce } = keys.newLink();
  const row = { tokenHash, nonce, visitId, expiresAt: new Date(Date.now() + 9 * 86_400_000), ...columns };
  await sql`insert into visit_links ${sql(row as never)}`;
  return token;
}

/** A password as the record keeps it; cheap, because no one attacks a test's database. */
export const cheapHash = (password: string): string => hashSync(password, { memoryCost: 64, timeCost: 1 });

/** Connected, or the reason why not. */
export function connected(socket: Socket): Promise<'connected' | string> {
  return new Promise((resolve) => {
    socket.once('connect', () => resolve('connected'));
    socket.once('connect_error', (error) => resolve(error.message));
    socket.connect();
  });
}
