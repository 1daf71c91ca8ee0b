/** The same trouble of the same place again is not told within this. */
const quietMs = 30_000;

/**
 * Tells what went wrong, without repeating itself: while Redis or PostgreSQL is away every connection of
 * every poll says so.
 * @param tell gets the error, and how often it came since it was last told
 */
export function makeTrouble(tell: (fields: { err: unknown; times: number }, message: string) => void) {
  const seen = new Map<string, { toldAt: number; times: number }>();
  return (place: string, error: unknown): void => {
    const { code, message } = error as { code?: string; message?: string };
    const name = `${place} ${code ?? message ?? error}`;
    const one = seen.get(name) ?? { toldAt: 0, times: 0 };
    one.times++;
    if (Date.now() - one.toldAt < quietMs) {
      seen.set(name, one);
      return;
    }
    tell({ err: error, times: one.times }, `${place}: trouble`);
    if (seen.size > 1_000) seen.clear(); // messages that carry ids would pile up
    seen.set(name, { toldAt: Date.now(), times: 0 });
  };
}
