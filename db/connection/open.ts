import { argentinePlan, type TelephonePlan } from '../../machines/telephone/read-number.ts';
import { feedChannel, type Notifier, newNotifier } from '../feed/notify.ts';
import { newSettled, type Settled } from '../months/settled.ts';
import { type Decoder, newDecoder } from '../pictures/decoder.ts';
import { type KnownSessions, newKnownSessions } from '../reads/people/known-sessions.ts';
import type { SessionRow } from '../reads/people/session-row.ts';
import { type Elsewhere, newElsewhere } from '../record/elsewhere.ts';
import type { Commits } from '../tracing/commits.ts';
import { type Listening, openListener } from './listen.ts';
import { openPools, type PoolOptions, type Standby } from './open-pools.ts';
import { guardOwnQueries } from './own-queries.ts';
import type { Sql } from './sql.ts';

/**
 * The open record. Transactions have their own pool, because postgres.js can send two BEGINs on one
 * connection that plain queries share; single-statement commands have another, because a read must not queue
 * behind a commit. A pool may be replaced when it loses a connection for good: read the property each time,
 * and keep it no longer than a request.
 */
export type Db = {
  /** Single reading statements, and writes without a caller that waits. */
  sql: Sql;
  /** A standby for reads; use `readFromStandby`. Null: there is none. */
  standby: Standby | null;
  /** Single-statement commands, each with its own commit. */
  writes: Sql;
  /** Transactions of several statements only. */
  transactions: Sql;
  /** LISTEN; all subscriptions share one dedicated connection (`openListener`). */
  listen(
    onNotification: (payload: string) => void,
    onError: (error: unknown) => void,
    channel?: string,
  ): Promise<Listening>;
  /** Statements may each reach another connection of the server: no session state outlives a transaction. */
  pooled: boolean;
  /** They are prepared all the same: the pooler prepares them on each connection that they reach. */
  poolerPrepares: boolean;
  /** See `openForMaintenance`; the caller closes it. */
  openForMaintenance(): Db;
  /** This process's pending notifications. */
  notifier: Notifier;
  /** Called after every command. */
  onCommand?: OnCommand;
  /** Follows commits to the boards; absent: there is no tracing. */
  commits?: Commits;
  /** The settled months of visits, as far as this process knows. */
  settled: Settled;
  /** How telephones are read where an operation does not say (`TELEPHONE_COUNTRY`, `TELEPHONE_AREA_CODE`). */
  telephones: TelephonePlan;
  /** The sessions that this process has read. */
  sessions: KnownSessions<SessionRow>;
  /** The operations that left this installation, as of the feed's last poll; a process without a feed knows of none. */
  elsewhere: Elsewhere;
  /** What decodes the pictures that users send: one for screens, calls and uploads together. */
  pictures: Decoder;
  /** Throws: the address holds the password. */
  toJSON(): never;
  close(): Promise<void>;
};

/** A command's name, its outcome (`done`, a refusal's code, `accident`), its duration, and the request that caused it. */
export type CommandOutcome = { name: string; outcome: string; ms: number; requestId?: string };
export type OnCommand = (outcome: CommandOutcome) => void;

export type DbOptions = PoolOptions & {
  onCommand?: OnCommand;
  commits?: Commits;
  /** How telephones are read where an operation does not say; default Argentina, without an area code. */
  telephones?: TelephonePlan;
};

/**
 * Open the record at a PostgreSQL URL. Connects with the first query. Of several servers the primary is used, also
 * after it has moved; a connection that reaches a standby is refused as unreachable and opened anew.
 */
export function openDb(url: string, options: DbOptions = {}): Db {
  guardOwnQueries();
  const directUrl = options.directUrl ?? url;
  const sessions = newKnownSessions<SessionRow>();
  const pools = openPools(url, options, sessions.askAgain);
  const { fromStandby, pooled, poolerPrepares } = pools;
  const standby: Standby | null = fromStandby
    ? {
        restsUntil: 0,
        get sql() {
          return fromStandby();
        },
      }
    : null;
  const listen = openListener(directUrl);
  const pictures = newDecoder();
  return {
    get sql() {
      return pools.reads();
    },
    standby,
    get writes() {
      return pools.writes();
    },
    get transactions() {
      return pools.transactions();
    },
    listen: (onNotification, onError, channel) => listen(onNotification, onError, channel ?? feedChannel),
    pooled,
    poolerPrepares,
    openForMaintenance: () => openForMaintenance(directUrl),
    toJSON: () => {
      throw new Error('the record was about to be serialised as an answer');
    },
    notifier: newNotifier(),
    ...(options.onCommand ? { onCommand: options.onCommand } : {}),
    ...(options.commits ? { commits: options.commits } : {}),
    settled: newSettled(),
    sessions,
    telephones: options.telephones ?? argentinePlan,
    elsewhere: newElsewhere(),
    pictures,
    close: async () => {
      pictures.close();
      await pools.close();
    },
  };
}

/**
 * Opens the record for maintenance of minutes: one connection each for statements and transactions, and half
 * an hour per statement. On the other pools' connections such statements would count as dead.
 */
export const openForMaintenance = (url: string): Db =>
  openDb(url, { reads: 1, writes: 1, transactions: 1, statementMs: 1_800_000, parallel: 2 });
