import { begunWords, foldWord, plainWords } from './fold.ts';

/**
 * What a text of the search asks for. `words`: as the record's are folded (`fold.ts`). `begun`: what the last one may be the
 * beginning of, while it is typed. `plain`: the words as they are written. `digits`: the whole text as a number, when it is
 * one. `code`: the whole text without what separates its letters and digits, when it may be the MAC or the serial of a
 * device.
 */
export type Question = {
  words: string[];
  begun: string[];
  plain: string[];
  digits: string | null;
  code: string | null;
};

export const searchLimits = { fewest: 3, most: 10_000, words: 8, letters: 40, items: 20, code: 6 } as const;

/** @returns null: too little to ask for */
export function readQuestion(text: string): Question | null {
  const whole = text.slice(0, searchLimits.most);
  const plain = plainWords(whole).slice(0, searchLimits.words);
  if (plain.join('').length < searchLimits.fewest) return null;
  const cut = plain.map((word) => word.slice(0, searchLimits.letters));
  // 'Mitre Nº 450' is found where the record has no 'Nº'.
  const significant = cut.filter((word) => foldWord(word) !== 'numero');
  const words = significant.length > 0 ? significant : cut;
  const digits = /^[\d\s.+()/#-]+$/.test(whole) ? whole.replace(/\D/g, '') : null;
  const code = plain.join('');
  const mayBeCode =
    code.length >= searchLimits.code && code.length <= 40 && (/\d/.test(code) || /^[a-f]{12}$/.test(code));
  return {
    words: words.map(foldWord),
    begun: begunWords(words.at(-1)!),
    plain: words,
    digits,
    code: mayBeCode ? code : null,
  };
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
