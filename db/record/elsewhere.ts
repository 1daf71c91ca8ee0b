import type { Fragment, Query } from '../connection/sql.ts';

/**
 * Whether the operation in this column lives here and is not about to leave: workers do nothing for others, so that no
 * message is sent by two installations (docs/operations/division.md). Read once a statement, of an index that is empty
 * in an installation of its own.
 */
export const livesHere = (sql: Query, column: Fragment): Fragment =>
  sql`${column} <> all (array(select code from operations where move_step is not null))`;

/** How many operations are on their way to another installation: their messages wait, and once fenced their commands. */
export async function countMoving(sql: Query): Promise<number> {
  const [row] = await sql<{ moving: number }[]>`
    select count(*)::int as moving from operations where move_step in ('draining', 'fenced')`;
  return row!.moving;
}

/** Longer than any request is under way, in ms. */
const longestRequestMs = 60_000;

/** The operations that have left this installation, as a process has read them last. */
export type Elsewhere = {
  /** How many they are. */
  readonly size: number;
  /** Where they live, each name once, in order. */
  installations(): string[];
  /** The installation where the operation lives; undefined: here. */
  of(code: string): string | undefined;
  /**
   * Whether it has left before any request that is under way began. Until then such a request goes on as if it lived
   * here, and is refused by the fence as unavailable: without its operation it would be answered that the visit does not
   * exist, which a client does not send again.
   */
  hasLeftBefore(code: string): boolean;
  learn(rows: Iterable<{ code: string; livesIn: string | null }>): void;
};

/** @param now the clock in ms, which never goes back */
export function newElsewhere(now: () => number = () => performance.now()): Elsewhere {
  let leftOperations = new Map<string, { installation: string; since: number }>();
  // What a process reads first has left before it answered anything.
  let first = true;
  return {
    get size() {
      return leftOperations.size;
    },
    installations: () =>
      [...new Set([...leftOperations.values()].map(({ installation }) => installation))].sort(),
    of: (code) => leftOperations.get(code)?.installation,
    hasLeftBefore: (code) => {
      const left = leftOperations.get(code);
      return left !== undefined && now() - left.since > longestRequestMs;
    },
    learn(rows) {
      const since = first ? Number.NEGATIVE_INFINITY : now();
      first = false;
      const before = leftOperations;
      leftOperations = new Map();
      for (const { code, livesIn } of rows)
        if (livesIn !== null)
          leftOperations.set(code, { installation: livesIn, since: before.get(code)?.since ?? since });
    },
  };
}
