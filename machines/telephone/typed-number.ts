import { dialable, type TelephonePlan } from './read-number.ts';

/**
 * The ends of a telephone that may be in the record: without the country's prefix, the trunk's 0 and the mobile's 9,
 * with and without the 15 between area and number, and without the area. Fewer than four digits are no telephone.
 */
export function telephoneEnds(digits: string, plan: TelephonePlan): string[] {
  if (digits.length < 4) return [];
  if (digits.length < 8) return [digits];
  const whole = (dialable(digits, plan)?.tel ?? digits).replace(/\D/g, '').slice(-10);
  const withFifteen =
    whole.length === 10 ? areaLengths.map((area) => `${whole.slice(0, area)}15${whole.slice(area)}`) : [];
  return [...new Set([digits, whole, digits.slice(-10), digits.slice(-8), ...withFifteen])];
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
