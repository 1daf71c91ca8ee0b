import type { Db } from '../../db/connection/open.ts';

/** The database as this process feels it. */
export type DatabaseLatency = {
  /**
   * How long the database takes to answer the least question, in ms: the shorter of the last two, because one
   * hiccup is none; but a second or more counts at once, also while it is still waited for.
   */
  roundTripMs(): number;
  /** Asked now, or together with who is asking already: whether it answers within `patienceMs`. */
  answers(): Promise<boolean>;
  close(): void;
};

const everyMs = 1_000;
const remembered = 2;
const surelySlowMs = 1_000;
/** Slower than this counts as away: whoever balances the load does not wait longer for an answer either. */
const patienceMs = 3_000;

/** Asks the database every second how far away it is. Nothing is asked twice at the same time. */
export function watchLatency(db: Pick<Db, 'sql'>): DatabaseLatency {
  const took: number[] = [];
  let asked: { at: number; answer: Promise<boolean> } | undefined;

  const ask = () => {
    if (asked) return asked.answer;
    const at = performance.now();
    // Read anew each time: a pool that lost its connections for good is replaced.
    const answer = db.sql`select 1`
      .then(
        () => {
          took.push(performance.now() - at);
          if (took.length > remembered) took.shift();
          return true;
        },
        // Away is no slowness: whoever asks then is told so at once.
        () => false,
      )
      .finally(() => {
        asked = undefined;
      });
    asked = { at, answer };
    return answer;
  };

  void ask();
  const timer = setInterval(() => void ask(), everyMs).unref();
  return {
    roundTripMs() {
      const waited = asked ? performance.now() - asked.at : 0;
      const least = took.length > 0 ? Math.min(...took) : 0;
      return Math.max(least, ...[waited, took.at(-1) ?? 0].filter((ms) => ms >= surelySlowMs));
    },
    answers() {
      let late: NodeJS.Timeout | undefined;
      const patience = new Promise<boolean>((resolve) => {
        late = setTimeout(() => resolve(false), patienceMs);
      });
      return Promise.race([ask(), patience]).finally(() => clearTimeout(late));
    },
    close: () => clearInterval(timer),
  };
}
