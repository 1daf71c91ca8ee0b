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
      const state = origins.get(origin) ?? { busy: false, turnMs: shortestTurnMs, lastTurn: 0 };
      origins.set(origin, state);
      if (state.busy) {
        state.lastTurn = Math.min(Math.max(state.lastTurn, now()) + state.turnMs, now() + longestWaitMs);
        return { waitMs: state.lastTurn - now() };
      }
      state.busy = true;
      const begun = now();
      try {
        return { answer: await attempt() };
      } finally {
        state.busy = false;
        state.turnMs = Math.max(now() - begun, shortestTurnMs);
        // Nothing is kept of an origin that none waits for: addresses are chosen by users, without a limit.
        if (state.lastTurn <= now()) origins.delete(origin);
      }
    },
  };
}
