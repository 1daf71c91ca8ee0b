/** At least so long, or a wait of an origin that answers at once would be a busy loop. */
const shortestTurnMs = 100;
/** A wait is an estimate: an origin that answers again is not left alone for longer. */
const longestWaitMs = 60_000;

export type Origins = ReturnType<typeof oneTryAnOrigin>;

/**
 * Lets one try at a time through to an origin, in this process. Who comes while another is under way is given a wait: as
 * long as those before would take if each took what the last one did, so that none asks again and again.
 */
export function oneTryAnOrigin(now: () => number = Date.now) {
  const origins = new Map<string, { busy: boolean; turnMs: number; lastTurn: number }>();
  return {
    /** @returns what `attempt` answered, or the milliseconds to wait, and nothing was tried */
    async attempt<Answer>(
      origin: string,
      attempt: () => Promise<Answer>,
    ): Promise<{ answer: Answer } | { waitMs: number }> {
      const known = origins.get(origin) ?? { busy: false, turnMs: shortestTurnMs, lastTurn: 0 };
      origins.set(origin, known);
      if (known.busy) {
        known.lastTurn = Math.min(Math.max(known.lastTurn, now()) + known.turnMs, now() + longestWaitMs);
        return { waitMs: known.lastTurn - now() };
      }
      known.busy = true;
      const begun = now();
      try {
        return { answer: await attempt() };
      } finally {
        known.busy = false;
        known.turnMs = Math.max(now() - begun, shortestTurnMs);
        // Nothing is kept of an origin that none waits for: addresses are chosen by users, without a limit.
        if (known.lastTurn <= now()) origins.delete(origin);
      }
    },
  };
}
