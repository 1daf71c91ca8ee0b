export type SeedArguments = {
  demo: boolean;
  ifEmpty: boolean;
  visits: number | null;
  /** Operations with slots, which share the visits; null: the existing ones. */
  operations: number | null;
  years: number;
};

export const usage =
  'Usage: npm run seed -- [--demo [--if-empty]] [--visits N [--operations K] [--years Y]]   (N up to 200000000, K up to 300, Y up to 15; on a DATABASE_URL at least one of --demo and --visits)';

const limits: Record<string, number> = { '--visits': 200_000_000, '--operations': 300, '--years': 15 };

/**
 * Parse the command line.
 * @param external whether a DATABASE_URL is given, which requires an explicit option
 * @returns null when it is invalid; the caller shows `usage`
 */
export function readArguments(words: readonly string[], external: boolean): SeedArguments | null {
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
  const isExplicit = flags.has('--demo') || visits !== null;
  if (!isExplicit && (external || words.length > 0)) return null;
  if (flags.has('--if-empty') && !flags.has('--demo')) return null;
  if (visits === null && (numbers['--operations'] || numbers['--years'])) return null;
  return {
    demo: flags.has('--demo') || !isExplicit,
    ifEmpty: flags.has('--if-empty') || !isExplicit,
    visits,
    operations: numbers['--operations'] ?? null,
    years: numbers['--years'] ?? 3,
  };
}
