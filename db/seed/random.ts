/** A small seeded generator (mulberry32): the same seed gives the same demo on every machine. */
export type Random = {
  /** 0 ≤ x < 1 */
  next(): number;
  /** Whole, inclusive. */
  int(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** One of the first elements, by its weight. */
  weighted<T>(list: readonly (readonly [T, number])[]): T;
  /** A shuffled copy. */
  shuffled<T>(list: readonly T[]): T[];
  /** So many hexadecimal digits. */
  hex(digits: number): string;
};

/** @param seed any text; equal texts give equal sequences */
export function newRandom(seed: string): Random {
  let state = hashOf(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (list) => list[Math.floor(next() * list.length)]!,
    weighted: (list) => {
      let left = next() * list.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of list) {
        left -= weight;
        if (left < 0) return value;
      }
      return list.at(-1)![0];
    },
    shuffled: (list) => {
      const copy = [...list];
      for (let last = copy.length - 1; last > 0; last--) {
        const other = int(0, last);
        [copy[last], copy[other]] = [copy[other]!, copy[last]!];
      }
      return copy;
    },
    hex: (digits) => {
      let text = '';
      while (text.length < digits)
        text += Math.floor(next() * 4_294_967_296)
          .toString(16)
          .padStart(8, '0');
      return text.slice(0, digits);
    },
  };
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193);
  return hash;
}
