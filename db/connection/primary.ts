import { Socket } from 'node:net';
import pg from 'pg';
import {
  atHost,
  type DatabaseHost,
  forNodePostgres,
  readDatabaseHosts,
  readTlsMode,
  withoutTls,
} from '../../machines/process/database-url.ts';
import { failingSocket, openSocket } from './open-socket.ts';

/** How long one server may take to answer whether it is the primary. */
const askMs = 2_000;
/** How long another server may take to answer that it was promoted after the first that answered. */
const rivalMs = 200;
/** Connections of one moment share one search; a search during a failover is not repeated more often. */
const keptMs = 250;
/** How long node-postgres waits for the failure when there is no primary. */
const failAfterMs = 100;

/** The server that takes writes, and the timeline that it writes: each promotion begins a higher one. */
export type Primary = DatabaseHost & { timeline: number };

const searches = new Map<string, Promise<Primary>>();

/** The timeline that a primary writes, in SQL: the first eight hex digits of its log file's name. An error on a standby. */
export const timeline = `('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int`;

/** Whether the address names several servers, one of which is the primary. */
export const isCluster = (url: string): boolean => (readDatabaseHosts(url)?.length ?? 0) > 1;

/**
 * The server of a cluster's address that takes writes: not in recovery, and not read-only by default. All are asked
 * at once, so that one that does not answer delays none. Of two that take writes it is the one promoted last: a former
 * primary whose cluster manager died goes on running, and acknowledges nothing in synchronous mode.
 *
 * @throws an Error with code 08001 when no server is the primary now; the servers' own when all refuse the account
 */
export function findPrimary(url: string): Promise<Primary> {
  const recent = searches.get(url);
  if (recent) return recent;
  const search = ask(url);
  searches.set(url, search);
  const forget = () => setTimeout(() => searches.delete(url), keptMs).unref();
  search.then(forget, forget);
  return search;
}

/** The address of the primary alone, for work that is done within one connection; an address of one server as it is. */
export async function primaryUrl(url: string): Promise<string> {
  return isCluster(url) ? atHost(url, await findPrimary(url)) : url;
}

/** A socket to the primary, as `openSocket`: without a primary it fails as one that cannot be reached. */
export async function openPrimarySocket(url: string): Promise<Socket> {
  try {
    const { host, port } = await findPrimary(url);
    return Object.assign(await openSocket({ host, port }, readTlsMode(url)), { host, port });
  } catch (error) {
    return failingSocket(error as Error);
  }
}

/**
 * What `pg.Pool` and `pg.Client` need to connect to the primary: of a cluster a socket that finds it whenever the
 * driver connects.
 */
export function primaryOfPg(url: string): { connectionString: string; stream?: () => Socket } {
  if (!isCluster(url)) return { connectionString: forNodePostgres(url) };
  const connectionString = forNodePostgres(atHost(url, readDatabaseHosts(url)![0]!));
  return { connectionString, stream: () => followingSocket(url) };
}

/** How postgres.js reaches an address: `socket` where it cannot open the socket itself. */
export type Target = { address: string; socket?: () => Promise<Socket> };

/** One server, whatever it is. */
export function targetOf(url: string): Target {
  const tls = readTlsMode(url);
  return tls
    ? { address: withoutTls(url), socket: () => openSocket(readDatabaseHosts(url)![0]!, tls) }
    : { address: url };
}

/** The primary, of one server or several. */
export const targetOfPrimary = (url: string): Target =>
  isCluster(url)
    ? {
        address: withoutTls(atHost(url, readDatabaseHosts(url)![0]!)),
        socket: () => openPrimarySocket(url),
      }
    : targetOf(url);

async function ask(url: string): Promise<Primary> {
  const hosts = readDatabaseHosts(url)!;
  const confirmations = hosts.map((host) => confirmPrimary(url, host));
  try {
    const first = await Promise.any(confirmations);
    const all = await within(rivalMs, Promise.allSettled(confirmations));
    const primaries = all?.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : [])) ?? [
      first,
    ];
    return primaries.reduce((newest, primary) => (primary.timeline > newest.timeline ? primary : newest));
  } catch (error) {
    const { errors } = error as AggregateError;
    // Every server refuses the account: a wrong setting, which waiting does not correct.
    if (errors.every(({ code }) => /^(28|3D)/.test(code ?? ''))) throw errors[0];
    const answers = hosts.map(({ host, port }, at) => `${host}:${port} ${reason(errors[at])}`);
    throw Object.assign(new Error(`No server of the cluster is the primary: ${answers.join(', ')}`), {
      code: '08001',
    });
  }
}

const reason = ({ code, message }: { code?: string; message: string }) => code ?? message;

/** @returns undefined: not in time */
async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function confirmPrimary(url: string, host: DatabaseHost): Promise<Primary> {
  const client = new pg.Client({
    connectionString: forNodePostgres(atHost(url, host)),
    connectionTimeoutMillis: askMs,
    query_timeout: askMs,
    application_name: 'agenda-tecnica-primary',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query(
      `select pg_is_in_recovery() as standby, current_setting('default_transaction_read_only') as read_only,
        case when not pg_is_in_recovery() then ${timeline} end as timeline`,
    );
    if (rows[0].standby) throw new Error('is a standby');
    if (rows[0].read_only === 'on') throw new Error('is read-only');
    return { ...host, timeline: rows[0].timeline };
  } finally {
    void client.end().catch(() => {});
  }
}

/** node-postgres connects the socket that it is given to the first server; this one goes to the primary instead. */
function followingSocket(url: string): Socket {
  const socket = new Socket();
  const connectTo = socket.connect.bind(socket) as (port: number, host: string) => Socket;
  socket.connect = (() => {
    findPrimary(url).then(
      ({ host, port }) => socket.destroyed || connectTo(port, host),
      // Not at once: BullMQ asks again without a pause, and what is known already would be answered in the same turn
      // of the event loop, which then never ends.
      (error) => setTimeout(() => socket.destroy(error), failAfterMs),
    );
    return socket;
  }) as Socket['connect'];
  return socket;
}
