/** What the seed was asked for. */
export type Wish = {
  demo: boolean;
  ifEmpty: boolean;
  visits: number | null;
  /** Operations with slots that share the visits; null: those that there are. */
  operations: number | null;
  years: number;
};

export const usage =
  'Usage: npm run seed -- [--demo [--if-empty]] [--visits N [--operations K] [--years Y]]   (N up to 200000000, K up to 300, Y up to 15; on a DATABASE_URL at least one of --demo and --visits)';

const limits: Record<string, number> = { '--visits': 200_000_000, '--operations': 300, '--years': 15 };

/**
 * Read the command line.
 * @param external whether a DATABASE_URL is given: there nothing happens unasked
 * @returns null when it makes no sense; the caller shows `usage`
 */
export function readWish(words: readonly string[], external: boolean): Wish | null {
  const flags = new Set<string>();
  const numbers: Record<string, number> = {};
  for (let index = 0; index < words.length; index++) {
    const [name, inline] = words[index]!.split('=', 2) as [string, string?];
    if (name === '--demo' || name === '--if-empty') {
      if (inline !== undefined) return null;
      flags.add(name);
      continue;
    }
    const limit = limits[name];
    const value = inline ?? words[++index];
    if (limit === undefined || value === undefined || !/^[1-9]\d{0,8}$/.test(value) || Number(value) > limit)
      return null;
    numbers[name] = Number(value);
  }
  const visits = numbers['--visits'] ?? null;
  const asked = flags.has('--demo') || visits !== null;
  if (!asked && (external || words.length > 0)) return null;
  if (flags.has('--if-empty') && !flags.has('--demo')) return null;
  if (visits === null && (numbers['--operations'] || numbers['--years'])) return null;
  return {
    demo: flags.has('--demo') || !asked,
    // Asked for nothing in particular, the embedded database gets the demo if it has none.
    ifEmpty: flags.has('--if-empty') || !asked,
    visits,
    operations: numbers['--operations'] ?? null,
    years: numbers['--years'] ?? 3,
  };
}
