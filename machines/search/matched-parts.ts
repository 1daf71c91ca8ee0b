import { foldWord, plainWords } from './fold.ts';
import { isOneSlip, readQuestion } from './question.ts';

/** A piece of a found text; `matched`: it is what was typed. */
export type Part = { text: string; matched: boolean };

/**
 * A found text, cut where it has what was typed: a word, its beginning or an
 * abbreviation of it, a word with one typing error, or the digits of
 * a number or the letters and digits of a MAC or a serial, whatever stands between them. Accents and capitals are the text's own.
 */
export function matchedParts(text: string, typed: string): Part[] {
  const whole = text.normalize('NFC');
  const question = readQuestion(typed);
  const places = question
    ? [
        ...placesOfWords(whole, question.plain),
        ...(question.digits ? placesOfDigits(whole, question.digits) : []),
      ]
    : [];
  // What the words already mark is not marked in one piece.
  if (question?.code && places.length === 0) places.push(...placesOfCode(whole, question.code));
  const isMatched = (at: number) => places.some(([from, to]) => at >= from && at < to);
  const parts: Part[] = [];
  for (let at = 0; at < whole.length; at++) {
    const last = parts.at(-1);
    if (last?.matched === isMatched(at)) last.text += whole[at];
    else parts.push({ text: whole[at]!, matched: isMatched(at) });
  }
  return parts;
}

/** From where, and to before where. */
type Place = [from: number, to: number];

function placesOfWords(text: string, words: string[]): Place[] {
  const plain = text.replace(/./gsu, (letter) => {
    const bare = plainWords(letter).join('');
    return bare.length === letter.length ? bare : letter;
  });
  return [...plain.matchAll(/[a-z0-9]+/g)].flatMap(({ 0: textWord, index }) => {
    const lengths = words.flatMap((word) => {
      if (foldWord(textWord) === foldWord(word)) return [textWord.length];
      if (textWord.startsWith(word)) return [word.length];
      // Numbers are not found with a typing error.
      return !/^\d/.test(word) && isOneSlip(word, textWord) ? [textWord.length] : [];
    });
    return lengths.length > 0 ? [[index, index + Math.max(...lengths)] as Place] : [];
  });
}

function placesOfCode(text: string, code: string): Place[] {
  const at = text.split('').flatMap((letter, place) => (/[a-z0-9]/i.test(letter) ? [place] : []));
  const start = at
    .map((place) => text[place]!.toLowerCase())
    .join('')
    .indexOf(code);
  return start === -1 ? [] : [[at[start]!, at[start + code.length - 1]! + 1]];
}

function placesOfDigits(text: string, digits: string): Place[] {
  // A telephone is found by its end, whatever its country, area and 15 are in the record.
  const candidates = [
    digits,
    ...[10, 8, 6].flatMap((length) => (digits.length > length ? [digits.slice(-length)] : [])),
  ];
  return [...text.matchAll(/\d(?:[\d\s.+()/-]*\d)?/g)].flatMap(({ 0: run, index }) => {
    const at = [...run].flatMap((letter, place) => (/\d/.test(letter) ? [index + place] : []));
    const plain = run.replace(/\D/g, '');
    const match = candidates.find((number) => plain.includes(number));
    if (match === undefined) return [];
    const begin = plain.startsWith(match) ? 0 : plain.lastIndexOf(match);
    return [[at[begin]!, at[begin + match.length - 1]! + 1] as Place];
  });
}
