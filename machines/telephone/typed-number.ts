import { dialable, type TelephonePlan } from './read-number.ts';

/** A number as it was typed, and how it may stand in a record. */
export type TypedNumber = {
  /** What the recorded number may end with, the surest first. */
  ends: string[];
  /** What it is as the town of each area code writes it, whole, with and without the 15 of mobiles. */
  towns: { areaCode: string; numbers: string[] }[];
};

/**
 * The ends of a telephone that may be in the record: without the country's prefix, the trunk's 0 and the mobile's 9,
 * with and without the 15 between area and number, and without the area; and the number as its own town writes it.
 * Fewer than four digits are no telephone.
 *
 * @param plans of the operations that are searched: what is typed may be a town's own number
 */
export function typedNumber(digits: string, plans: TelephonePlan[]): TypedNumber {
  if (digits.length < 4) return { ends: [], towns: [] };
  const wholes = [...new Set(plans.flatMap((plan) => nationalOf(digits, plan) ?? []))];
  const towns = wholes.map((whole) => {
    const area = areaLength(whole);
    const number = whole.slice(area);
    return { areaCode: whole.slice(0, area), numbers: [number, `15${number}`] };
  });
  if (digits.length < 8) return { ends: [digits], towns };
  const last = [...wholes, digits.slice(-10)];
  const withFifteen = last
    .filter((whole) => whole.length === 10)
    .flatMap((whole) => areaLengths.map((area) => `${whole.slice(0, area)}15${whole.slice(area)}`));
  // A mobile typed as in its town, of a record that has its area code: '15-415556'.
  const withoutFifteen = /^15\d{6,8}$/.test(digits) ? [digits.slice(2)] : [];
  const ends = [digits, ...last, digits.slice(-8), ...withoutFifteen, ...withFifteen];
  return { ends: [...new Set(ends)], towns };
}

/** Area code and number of an Argentine telephone, 10 digits. */
function nationalOf(digits: string, plan: TelephonePlan): string | null {
  const tel = dialable(digits, plan)?.tel;
  return tel && /^\+549?[123]\d{9}$/.test(tel) ? tel.slice(-10) : null;
}

const areaLengths = [2, 3, 4];

/**
 * The beginnings under which a telephone may have been written that is typed from its area code on, with or without what
 * comes before it and the 15 of a mobile. Without digits after the area code there are none.
 */
export function telephoneBeginnings(digits: string): string[] {
  const national = digits
    .replace(/^(00)?54/, '')
    .replace(/^0/, '')
    .replace(/^9(?=[123])/, '');
  if (!/^(11|[23]\d{2})/.test(national)) return [];
  const at = areaLength(national);
  const area = national.slice(0, at);
  const typed = national.slice(at);
  const numbers = typed.length > 3 && typed.startsWith('15') ? [typed.slice(2), typed] : [typed];
  return numbers
    .filter((number) => number.length >= 2)
    .flatMap((number) => [
      ...['', '0', '54', '549'].map((before) => before + area + number),
      ...['', '0', '54', '549'].map((before) => `${before}${area}15${number}`),
    ]);
}

/** How many digits of an Argentine number are its area code: the library knows it of whole numbers only. */
const areaLength = (national: string): number =>
  national.startsWith('11') ? 2 : areasOfThree.has(national.slice(0, 3)) ? 3 : 4;

/** The area codes of three digits; 11 has two, all others have four (ENACOM's numbering plan). */
const areasOfThree = new Set(
  [
    '220 221 223 230 236 237 249 260 261 263 264 266 280 291 294 297 298 299 336 341 342 343 345 348',
    '351 353 358 362 364 370 376 379 380 381 383 385 387 388',
  ]
    .join(' ')
    .split(' '),
);
