import { type Db, openDb } from './open.ts';

/**
 * The record for statements that take longer than those that a user waits for: its reads have connections of
 * their own, to the database itself even behind a pooler, whose connections end a statement after 5 s; writes and
 * transactions are those of `db`, which has to be closed after it.
 *
 * @param url of the database itself
 * @param options.reads connections, each busy for as long as a statement takes
 * @param options.statementMs how long a statement may take
 * @param options.readUrl a standby that is read before, if there is one
 */
export function openLongReads(
  db: Db,
  url: string,
  options: { reads: number; statementMs: number; readUrl?: string | undefined },
): Db {
  // Its other pools never connect: they are not used.
  const long = openDb(url, options);
  return {
    ...long,
    get sql() {
      return long.sql;
    },
    get writes() {
      return db.writes;
    },
    get transactions() {
      return db.transactions;
    },
    notifier: db.notifier,
    settled: db.settled,
    sessions: db.sessions,
    ...(db.onCommand ? { onCommand: db.onCommand } : {}),
  };
}
