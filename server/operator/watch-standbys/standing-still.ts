/** What a member of a cluster under Patroni says of itself. Locations are bytes of the log since its beginning. */
export type Member = { name: string } & (
  | { role: 'primary'; location: number }
  /** `paused`: a person has stopped it from replaying, or Patroni from acting. */
  | { role: 'standby'; replayed: number; paused: boolean }
  /** It does not run, is being cloned, or does not answer. */
  | { role: 'none' }
);

/** Sees which standby has stopped to follow for good, from one look at all members after another. */
export type StandstillWatch = {
  /**
   * @param now in ms, of a clock that never goes back
   * @returns the standby that is to be made anew; undefined: none. The same one again after `afterMs` at the soonest
   */
  look(members: Member[], now: number): string | undefined;
  /** It is being made anew. */
  made(name: string, now: number): void;
};

/**
 * A standby stands still that has replayed nothing for so long although the primary's log is longer. It is made anew
 * only while another standby follows, so that the primary is never left with the only copy, and one at a time.
 *
 * @param afterMs longer than a replay may wait for a query of the standby (`max_standby_streaming_delay`, 30 s)
 * @param againAfterMs a standby that was made anew and stands still again is not tried again before: a person has to look
 */
export function newStandstillWatch(afterMs: number, againAfterMs: number): StandstillWatch {
  const moved = new Map<string, { replayed: number; at: number }>();
  /** When it may be asked for again. */
  const notBefore = new Map<string, number>();
  return {
    look(members, now) {
      const primaries = members.filter((member) => member.role === 'primary');
      const standbys = members.filter((member) => member.role === 'standby');
      const running = new Set(standbys.map(({ name }) => name));
      for (const name of moved.keys()) if (!running.has(name)) moved.delete(name);
      const [primary] = primaries;
      // Without a primary there is nothing to follow; of two, one is about to be left.
      if (!primary || primaries.length > 1) {
        moved.clear();
        return undefined;
      }
      for (const { name, replayed, paused } of standbys) {
        const before = moved.get(name);
        if (!before || before.replayed !== replayed || replayed >= primary.location || paused)
          moved.set(name, { replayed, at: now });
      }
      const still = standbys.filter(({ name }) => now - moved.get(name)!.at >= afterMs);
      if (still.length === standbys.length) return undefined;
      const next = still.find(({ name }) => now >= (notBefore.get(name) ?? now));
      if (next) notBefore.set(next.name, now + afterMs);
      return next?.name;
    },
    made: (name, now) => void notBefore.set(name, now + againAfterMs),
  };
}
