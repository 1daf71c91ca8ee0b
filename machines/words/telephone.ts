/** `tel` for a call, `whatsapp` (digits only) for a mobile. */
export type Dialable = { tel: string; whatsapp: string | null };

/**
 * An Argentine telephone as a person wrote it ('2477 15-055515', '0351 555-0101', '+54 9 11 5555-0101') in
 * international format: country code, the 9 of mobiles instead of their 15, without zeros and spaces. Other
 * countries' numbers stay as they are; null: not a number.
 */
export function dialable(written: string | null | undefined): Dialable | null {
  const text = (written ?? '').trim();
  const digits = text.replace(/\D/g, '').replace(/^00/, '');
  const abroad = /^(\+|00)/.test(text) && !digits.startsWith('54');
  if (abroad) return /^[1-9]\d{7,14}$/.test(digits) ? { tel: `+${digits}`, whatsapp: digits } : null;
  const national = withoutCountry(digits, text);
  const mobile = withoutFifteen(national) ?? (/^9\d{10}$/.test(national) ? national.slice(1) : null);
  if (mobile) return { tel: `+549${mobile}`, whatsapp: `549${mobile}` };
  if (/^[1-9]\d{9}$/.test(national)) return { tel: `+54${national}`, whatsapp: null };
  // Too short for an area code (112, 0800…): as written, for local calls.
  const short = text.replace(/[^\d*#]/g, '');
  return short.length >= 3 ? { tel: short, whatsapp: null } : null;
}

/** The national number, without the trunk zero. */
function withoutCountry(digits: string, text: string): string {
  const named = digits.startsWith('54') && (text.startsWith('+') || digits.length >= 12);
  const within = named ? digits.slice(2) : digits;
  return /^0(?!800|810|600)/.test(within) ? within.slice(1) : within;
}

/** Area and number of a mobile written with its 15 in between; null: none. */
function withoutFifteen(national: string): string | null {
  const number = /^9\d{12}$/.test(national) ? national.slice(1) : national;
  if (!/^\d{12}$/.test(number)) return null;
  const area = areaLength(number);
  return number.slice(area, area + 2) === '15' ? number.slice(0, area) + number.slice(area + 2) : null;
}

/** How many digits of a national number are its area code. */
const areaLength = (national: string): number =>
  national.startsWith('11') ? 2 : areasOfThree.has(national.slice(0, 3)) ? 3 : 4;

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

/** The area codes of three digits; 11 has two, all others have four (ENACOM's numbering plan). */
const areasOfThree = new Set(
  [
    '220 221 223 230 236 237 249 260 261 263 264 266 280 291 294 297 298 299 336 341 342 343 345 348',
    '351 353 358 362 364 370 376 379 380 381 383 385 387 388',
  ]
    .join(' ')
    .split(' '),
);
