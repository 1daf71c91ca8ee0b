/** The same error of the same place is logged at most once in this time. */
const quietMs = 30_000;

/**
 * Logs errors without repeating them: while Redis or PostgreSQL is down every connection of every poll fails.
 * @param log gets the error, and how often it occurred since it was last logged
 */
export function makeErrorLog(log: (fields: { err: unknown; times: number }, message: string) => void) {
  const seen = new Map<string, { loggedAt: number; times: number }>();
  return (place: string, error: unknown): void => {
    const { code, message } = error as { code?: string; message?: string };
    const name = `${place} ${code ?? message ?? error}`;
    const entry = seen.get(name) ?? { loggedAt: 0, times: 0 };
    entry.times++;
    if (Date.now() - entry.loggedAt < quietMs) {
      seen.set(name, entry);
      return;
    }
    log({ err: error, times: entry.times }, `${place}: error`);
    if (seen.size > 1_000) seen.clear(); // messages with ids would pile up
    seen.set(name, { loggedAt: Date.now(), times: 0 });
  };
}
