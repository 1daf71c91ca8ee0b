/** For so long after a statement that saw the revision of `access_state` sessions read under it are used, in ms. */
const confirmedMs = 100;
/** After this a session is read again, which keeps its `last_seen_at`; in ms. */
const keptMs = 30_000;
const capacity = 20_000;

/** What a statement read of the record: its rows are as of this revision. */
type Read<Row> = {
  /** When the statement was sent, by `performance.now()`. */
  sentAt: number;
  /** Null: the record has none, and says nothing of changes; nothing is kept then. */
  revision: string | null;
  /** By the hash of their tokens, with the ms until each expires. */
  rows?: Iterable<{ hash: string; row: Row; expiresInMs: number }>;
};

/**
 * The sessions that this process has read, for calls that come often. A session that was ended, or whose rights were
 * changed, by a commit is used for at most 100 ms after it: the commit changes the revision of `access_state`, and
 * rows are used only while a statement sent within the last 100 ms saw the revision they were read under. Without
 * such a statement (a pause, a record that does not answer) there is nothing to use, and the record is asked.
 */
export type KnownSessions<Row> = {
  /** The session of this token's hash; undefined: ask the record. */
  recall(hash: string): Row | undefined;
  learn(read: Read<Row>): void;
  /** After a commit of this process: what it answers next is not older. */
  askAgain(): void;
};

/** @param now the clock in ms, which never goes back */
export function newKnownSessions<Row>(now: () => number = () => performance.now()): KnownSessions<Row> {
  const sessions = new Map<string, { row: Row; until: number }>();
  let revision = '';
  let confirmedAt = Number.NEGATIVE_INFINITY;
  let notBefore = Number.NEGATIVE_INFINITY;
  return {
    recall(hash) {
      const at = now();
      if (at - confirmedAt > confirmedMs) return undefined;
      const cached = sessions.get(hash);
      if (cached && cached.until > at) return cached.row;
      if (cached) sessions.delete(hash);
      return undefined;
    },
    learn({ sentAt, revision: seen, rows = [] }) {
      if (sentAt < notBefore || seen === null) return;
      if (seen === revision) confirmedAt = Math.max(confirmedAt, sentAt);
      else {
        // Of two statements under way at once the older revision may come last: its time still bounds its use.
        sessions.clear();
        revision = seen;
        confirmedAt = sentAt;
      }
      for (const { hash, row, expiresInMs } of rows) {
        if (sessions.size >= capacity) sessions.delete(sessions.keys().next().value!);
        sessions.set(hash, { row, until: sentAt + Math.min(keptMs, expiresInMs) });
      }
    },
    askAgain() {
      notBefore = now();
      confirmedAt = Number.NEGATIVE_INFINITY;
    },
  };
}
