import postgres from 'postgres';
import { keepTypes } from './keep-types.ts';
import type { Sql } from './sql.ts';
import type { watchDeadConnections } from './watch-dead-connections.ts';

const shared = {
  onnotice: warnOfTransactions,
  connect_timeout: 3,
  // A short, constant backoff: after a restart of the database the default grows to 16 s.
  backoff: () => 0.25,
  max_pipeline: 100_000,
  transform: { column: { from: columnName, to: postgres.fromCamel }, undefined: null },
  types: {
    day: { to: 1082, from: [1082], serialize: (day: string) => day, parse: (day: string) => day },
    bigint: { to: 20, from: [20], serialize: (n: number) => String(n), parse: Number },
  },
};

/** Where a pool's connections go. */
export type Server = {
  address: string;
  /** One that does not is refused as unreachable. */
  takesWrites: boolean;
  /** Through a pooler in transaction mode. */
  pooled: boolean;
  watch: ReturnType<typeof watchDeadConnections>;
};

type Options = {
  max: number;
  /**
   * How many statements of a connection may wait for their answer. PgBouncer before 1.21 gives a connection to another
   * client as soon as one statement is answered, though the next has been parsed on it: its rows went to another's
   * statement (`tests/db/connection/pooler.test.ts`). postgres.js begins no transaction below 1.
   */
  behindPooler: 0 | 1;
  wrap: ((pool: Sql) => Sql) | undefined;
  statementMs: number;
  poolerPrepares: boolean;
  /** What each connection is set to. */
  parameters: object;
  /** Whether the server may become a standby, so that the pool has to be opened anew. */
  movesOn: boolean;
};

/** Connections of one use. @returns the pool as it is now: it is replaced when it loses a connection for good */
export function openPool(to: Server, options: Options): () => Sql {
  const { max, behindPooler, wrap = (made) => made, statementMs, poolerPrepares, movesOn } = options;
  let pool: Sql;
  const replace = () => {
    const before = pool;
    renew(before);
    void before.end({ timeout: statementMs / 1_000 + 1 }).catch(() => {});
  };
  const renew = (before?: Sql) => {
    const made: Sql = wrap(
      postgres(to.address, {
        ...shared,
        ...(to.takesWrites ? { target_session_attrs: 'primary' } : {}),
        prepare: !to.pooled || poolerPrepares,
        ...(to.pooled && !poolerPrepares ? { max_pipeline: behindPooler } : {}),
        max,
        connection: { application_name: 'agenda-tecnica', ...options.parameters } as never,
        idle_timeout: 0,
        socket: (target: never) => {
          keepTypes(made);
          return to.watch.socket(target, () => pool === made && replace());
        },
        onparameter: (name: string, value: string) =>
          movesOn && name === 'default_transaction_read_only' && value === 'on' && pool === made && replace(),
      } as never) as unknown as Sql,
    );
    if (before) keepTypes(made, before);
    pool = made;
  };
  renew();
  return () => pool;
}

/**
 * As in the rows of results. Two names stay: postgres.js reads them of servers that do not announce whether they are a
 * standby (PgBouncer), and would ask without end.
 */
function columnName(name: string): string {
  return name === 'transaction_read_only' || name === 'pg_is_in_recovery' ? name : postgres.toCamel(name);
}

/**
 * A BEGIN inside a transaction, or a COMMIT outside: two commands share a connection, and one is not atomic.
 * Never seen with these pools; it must appear in the log.
 */
function warnOfTransactions({ code, message }: postgres.Notice): void {
  if (code === '25001' || code === '25P01') process.emitWarning(message!, { type: 'DatabaseWarning', code });
}
