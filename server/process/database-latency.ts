import type { Db } from '../../db/connection/open.ts';

export type DatabaseLatency = {
  /**
   * Round trip of the simplest query, in ms: the shorter of the last two, to ignore a single spike; a second
   * or more counts at once, also while the query is still running.
   */
  roundTripMs(): number;
  /** Queries now, or joins a query in progress: whether it answers within `timeoutMs`. */
  answers(): Promise<boolean>;
  close(): void;
};

const everyMs = 1_000;
const remembered = 2;
const surelySlowMs = 1_000;
/** Slower than this counts as unreachable; load balancers do not wait longer either. */
const timeoutMs = 3_000;

/** Measures the database's round trip every second. Never two measurements at once. */
export function watchLatency(db: Pick<Db, 'sql'>): DatabaseLatency {
  const took: number[] = [];
  let running: { at: number; answer: Promise<boolean> } | undefined;

  const measure = () => {
    if (running) return running.answer;
    const at = performance.now();
    // Read `db.sql` each time: a pool that lost its connections is replaced.
    const answer = db.sql`select 1`
      .then(
        () => {
          took.push(performance.now() - at);
          if (took.length > remembered) took.shift();
          return true;
        },
        () => false,
      )
      .finally(() => {
        running = undefined;
      });
    running = { at, answer };
    return answer;
  };

  void measure();
  const timer = setInterval(() => void measure(), everyMs).unref();
  return {
    roundTripMs() {
      const waited = running ? performance.now() - running.at : 0;
      const least = took.length > 0 ? Math.min(...took) : 0;
      return Math.max(least, ...[waited, took.at(-1) ?? 0].filter((ms) => ms >= surelySlowMs));
    },
    answers() {
      let late: NodeJS.Timeout | undefined;
      const timeout = new Promise<boolean>((resolve) => {
        late = setTimeout(() => resolve(false), timeoutMs);
      });
      return Promise.race([measure(), timeout]).finally(() => clearTimeout(late));
    },
    close: () => clearInterval(timer),
  };
}
