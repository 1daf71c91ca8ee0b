/** How large the faults are: some seconds each inside `npm run test:all`, some more by hand, and the numbers of the specification. */
export type Size = 'tiny' | 'short' | 'long';
export type Backend = 'postgres' | 'redis';
export type Options = { picked: Set<string>; size: Size; backends: Backend[] };

const backendsOf: Record<string, Backend[]> = {
  postgres: ['postgres'],
  redis: ['redis'],
  both: ['postgres', 'redis'],
};

export const usage =
  'Usage: npm run test:faults -- [F01 F07 …] [--backend postgres|redis|both] [--long|--short|--tiny]';

/**
 * Read the command line.
 * @param known the ids of all faults
 * @returns null when it makes no sense; the caller shows `usage`
 */
export function readOptions(words: readonly string[], known: readonly string[]): Options | null {
  const picked = new Set<string>();
  let size: Size = 'short';
  let backends = backendsOf.both!;
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!;
    if (known.includes(word.toUpperCase())) picked.add(word.toUpperCase());
    else if (word === '--long' || word === '--short' || word === '--tiny') size = word.slice(2) as Size;
    else if (word === '--backend') {
      const given = backendsOf[words[++index] ?? ''];
      if (!given) return null;
      backends = given;
    } else return null;
  }
  return { picked: picked.size > 0 ? picked : new Set(known), size, backends };
}
