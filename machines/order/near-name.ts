import { distance } from 'fastest-levenshtein';
import { nameKey } from './catalogue-name.ts';

/** Of a longer name's letters so many may differ. */
const mostDifferent = 0.25;

/** What the numbers in a name say: node 7 is not node 17, however alike they are written. */
const numbersOf = (key: string): string => (key.match(/\d+/g) ?? []).map(Number).join(' ');
const lettersOf = (key: string): string =>
  key.replace(/[^\p{L}\p{N}]+/gu, '').replace(/\d+/g, (digits) => String(Number(digits)));

type Key = { letters: string; numbers: string };
const keyOf = (name: string): Key => {
  const key = nameKey(name);
  return { letters: lettersOf(key), numbers: numbersOf(key) };
};

/**
 * Finds the name that another is probably a spelling of: the nearest by its letters, with the same numbers. Of two that
 * are as near the first counts.
 * @param names the older ones of the same catalogue; their keys are made once
 */
export function nearest<Name extends { name: string }>(
  names: readonly Name[],
): (name: string, may?: (other: Name) => boolean) => Name | null {
  const keyed = names.map((other) => ({ other, key: keyOf(other.name) }));
  return (name, may = () => true) => {
    const { letters, numbers } = keyOf(name);
    let best: { other: Name; apart: number } | null = null;
    for (const { other, key } of keyed) {
      const longer = Math.max(letters.length, key.letters.length);
      if (key.numbers !== numbers || Math.abs(letters.length - key.letters.length) > longer * mostDifferent)
        continue;
      if (!may(other)) continue;
      const apart = distance(letters, key.letters) / (longer || 1);
      if (apart <= mostDifferent && (best === null || apart < best.apart)) best = { other, apart };
    }
    return best?.other ?? null;
  };
}
