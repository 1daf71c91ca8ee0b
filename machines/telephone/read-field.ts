import { type Dialable, dialable, type TelephonePlan } from './read-number.ts';

/** A piece of a field as it was written, and what it is called as; `tel` null: it is no number. */
export type TelephonePart = { text: string } & (Dialable | { tel: null; whatsapp: null });

/**
 * A field of telephones as people fill it, cut into its numbers and what stands between them:
 * '2477 415551 / 15-415552 (Marta)' has two numbers. Extensions, remarks, and numbers with letters in them ('0800-555-INTERNET')
 * stay text. The pieces put together are the field, without blanks at its ends.
 */
export function telephoneParts(written: string | null | undefined, plan: TelephonePlan): TelephonePart[] {
  const field = (written ?? '').trim();
  const alone = dialable(withoutDecimals(field), plan);
  if (alone) return [{ text: field, ...alone }];
  const parts: TelephonePart[] = [];
  const add = (text: string, number: Dialable | null) => {
    const last = parts.at(-1);
    if (number) parts.push({ text, ...number });
    else if (last?.tel === null) last.text += text;
    else if (text !== '') parts.push({ text, tel: null, whatsapp: null });
  };
  let at = 0;
  for (const { 0: run, index } of field.matchAll(runs)) {
    add(field.slice(at, index), null);
    at = index + run.length;
    const rest = field.slice(at);
    if (inPowersOfTen.test(rest)) add(run, null);
    else
      addRun(run, {
        plan,
        add,
        extends: isExtension.test(field.slice(0, index)),
        letters: /^-\s?\p{L}/u.test(rest),
      });
  }
  add(field.slice(at), null);
  return parts;
}

/** The numbers of a field that can be called, in their order. */
export const numbersOf = (written: string | null | undefined, plan: TelephonePlan): Dialable[] =>
  telephoneParts(written, plan).flatMap(({ tel, whatsapp }) => (tel === null ? [] : [{ tel, whatsapp }]));

/** Digits and what people set between those of one number. */
const runs = /[+(]*\d(?:[\d\s.+()\u00a0\u2010-\u2015-]*\d)?/g;
/** What stands before an extension, a flat, or a house. */
const isExtension =
  /(?:^|[^\p{L}])(?:int|interno|ext|extensi[oó]n|anexo|x|piso|p|d[pt]o|depto|dpto|casa|lote|n[º°])[.:\s]*$/iu;
/** '2,477555005E+09': a spreadsheet took the number for an amount, and may have rounded it. */
const inPowersOfTen = /^(?:,\d+)?E[+-]?\d/i;

/** '2477555005.0': the same. */
const withoutDecimals = (text: string): string => text.replace(/^(\d{6,})[.,]0{1,2}$/, '$1');

type Around = {
  plan: TelephonePlan;
  add: (text: string, number: Dialable | null) => void;
  /** It begins with an extension. */
  extends: boolean;
  /** It goes on in letters: '0800-555-INTERNET' is no number, '2477415551-Marta' has one. */
  letters: boolean;
};
type Group = { from: number; to: number };

/** The numbers of a run of digits, the longest first from the left: blanks part the digits of one as they part two. */
function addRun(run: string, around: Around): void {
  const { add } = around;
  const plain = withoutDecimals(run);
  const groups = [...plain.matchAll(/[+(]*\d+/g)].map(({ 0: digits, index }) => ({
    from: index,
    to: index + digits.length,
  }));
  let at = 0;
  let first = around.extends && groups[0]!.to - groups[0]!.from <= longestExtension ? 1 : 0;
  while (first < groups.length) {
    const longest = longestFrom(plain, groups, first, around);
    if (longest) {
      add(plain.slice(at, groups[first]!.from), null);
      at = groups[longest.last]!.to;
      add(plain.slice(groups[first]!.from, at), longest.number);
    }
    first = longest ? longest.last + 1 : first + 1;
  }
  add(run.slice(at), null);
}

const longestExtension = 5;

function longestFrom(run: string, groups: Group[], first: number, { plan, letters }: Around) {
  for (let last = groups.length - 1; last >= first; last--) {
    const number = dialable(run.slice(groups[first]!.from, groups[last]!.to), plan);
    if (!number) continue;
    const whole = number.tel.startsWith('+');
    // Among other words, what is called as written may be a date or a flat, but for services and a town's number.
    if (whole || (!letters && /^(0[68]|(15)?[2-9]\d{5,7}$)/.test(number.tel))) return { last, number };
  }
  return null;
}
