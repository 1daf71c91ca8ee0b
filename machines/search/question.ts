/**
 * What a text of the search asks for. `words`: plain letters and digits, in lower case, without accents; the last one may
 * still be typed. `digits`: the whole text as a number, when it is one. `code`: the whole text without what separates its
 * letters and digits, when it may be the MAC or the serial of a device.
 */
export type Question = { words: string[]; digits: string | null; code: string | null };

export const searchLimits = { fewest: 3, most: 200, words: 8, items: 20, code: 6 } as const;

/** @returns null: too little to ask for */
export function readQuestion(text: string): Question | null {
  const plain = text.slice(0, searchLimits.most).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/[a-z0-9]+/g)?.slice(0, searchLimits.words) ?? [];
  if (words.join('').length < searchLimits.fewest) return null;
  const digits = /^[\d\s.+()/#-]+$/.test(plain) ? plain.replace(/\D/g, '') : null;
  const code = words.join('');
  const mayBeCode =
    code.length >= searchLimits.code && code.length <= 40 && (/\d/.test(code) || /^[a-f]{12}$/.test(code));
  return { words: words.map((word) => word.slice(0, 40)), digits, code: mayBeCode ? code : null };
}

/** Whether one letter was left out, added, changed, or two neighbours swapped; for words of four letters or more. */
export function isOneSlip(typed: string, meant: string): boolean {
  if (typed.length < 4 || Math.abs(typed.length - meant.length) > 1 || typed === meant) return false;
  let start = 0;
  while (start < Math.min(typed.length, meant.length) && typed[start] === meant[start]) start++;
  const rest = (word: string, from: number) => word.slice(from);
  if (typed.length > meant.length) return rest(typed, start + 1) === rest(meant, start);
  if (typed.length < meant.length) return rest(typed, start) === rest(meant, start + 1);
  if (rest(typed, start + 1) === rest(meant, start + 1)) return true;
  return (
    typed[start] === meant[start + 1] &&
    typed[start + 1] === meant[start] &&
    rest(typed, start + 2) === rest(meant, start + 2)
  );
}

/** The word with each two of its neighbours swapped. */
export const swapped = (word: string): string[] =>
  [...word].slice(1).map((_, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2));
