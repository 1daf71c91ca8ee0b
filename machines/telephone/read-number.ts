import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/**
 * How telephones without a country are read: `country` is a code of two letters (ISO 3166), `areaCode` stands before
 * numbers as a town writes them ('15-415556'), without a zero; null: such numbers are not read.
 */
export type TelephonePlan = { country: string; areaCode: string | null };

/** Where neither the installation nor the operation says otherwise. */
export const argentinePlan: TelephonePlan = { country: 'AR', areaCode: null };

/** `tel` as it is called, `+` and country first where it has one; `whatsapp` its digits where it is a mobile's, else null. */
export type Dialable = { tel: string; whatsapp: string | null };

/**
 * One number as a person wrote it ('02477 15-055515', '+54 9 11 5555-0101', '15-415556' in its town), without remarks.
 * Of a number that is written with another country only the length is judged. What is not valid in the plan's country is
 * no foreign number. What is too short for an area code (112, or a town's number without `areaCode`) is called as written.
 *
 * @returns null: not a number that can be called
 */
export function dialable(written: string | null | undefined, plan: TelephonePlan): Dialable | null {
  const text = (written ?? '').trim();
  const number = readNumber(text, plan);
  if (number) return { tel: number.tel, whatsapp: number.mobile ? number.tel.slice(1) : null };
  const short = text.replace(/[^\d*#]/g, '');
  return /^[\d\s.()*#-]+$/.test(text) && asWritten.test(short) ? { tel: short, whatsapp: null } : null;
}

/**
 * A number that its owner gave for WhatsApp, in digits with its country, as WhatsApp's API takes it. In Argentina the
 * number alone does not say whether a telephone is a mobile, and one without its 9 is another telephone to WhatsApp: what
 * is given for WhatsApp is read as a mobile.
 *
 * @returns null: it cannot be used
 */
export function onWhatsapp(written: string | null | undefined, plan: TelephonePlan): string | null {
  const number = readNumber((written ?? '').trim(), plan);
  if (!number?.tel.startsWith('+')) return null;
  return number.national ? `549${number.national}` : number.tel.slice(1);
}

/** Whether telephones of that country can be read. */
export const isTelephoneCountry = (country: string): boolean => isSupportedCountry(country as CountryCode);

/** No number of the world has more digits (E.164). */
export const longestNumber = 15;

/** Short numbers (112, *123), or a town's number, of 6 to 8 digits, after the 15 of mobiles. */
const asWritten = /^([\d*#]{3,8}|15\d{6,8})$/;

/** `national`: area code and number of an Argentine telephone; null: another country's, or a service (0800). */
type Found = { tel: string; mobile: boolean; national: string | null };

function readNumber(text: string, plan: TelephonePlan): Found | null {
  if (!/^[\d\s.+()/\-\u00a0\u2010-\u2015]+$/.test(text)) return null;
  const digits = text.replace(/\D/g, '').replace(/^00/, '');
  const named = /^[\s(]*(\+|00)/.test(text);
  if (named && !digits.startsWith('54')) return abroad(digits);
  if (named) return argentine(digits.slice(2));
  if (plan.country !== 'AR') return elsewhere(digits, plan);
  const whole = digits.startsWith('54') && digits.length >= 12 ? digits.slice(2) : digits;
  return argentine(whole) ?? (whole === digits && !text.includes('/') ? ofTown(digits, plan.areaCode) : null);
}

function abroad(digits: string): Found | null {
  const parsed = digits.length <= longestNumber ? parsePhoneNumberFromString(`+${digits}`) : undefined;
  return parsed?.isPossible() ? { tel: parsed.number, mobile: true, national: null } : null;
}

/** In a country whose mobiles the library's small metadata do not know from others: any number may be one. */
function elsewhere(digits: string, { country, areaCode }: TelephonePlan): Found | null {
  for (const number of [digits, ...(areaCode ? [areaCode + digits] : [])]) {
    const parsed = parsePhoneNumberFromString(number, country as CountryCode);
    if (parsed?.isValid() && parsed.number.length <= longestNumber + 1)
      return { tel: parsed.number, mobile: true, national: null };
  }
  return null;
}

/**
 * The library knows the trunk's 0, the 15 after the area code, and which numbers exist. It does not take a 9 beside a 0 or
 * a 15 ('+54 9 02477 15-415554'), as people write them: they say the same twice.
 */
function argentine(digits: string): Found | null {
  const nine = /^0?9(?=0?[123]\d{9})/.test(digits);
  const number = (nine ? digits.replace(/^0?9/, '') : digits).replace(/^0/, '');
  // Of ten digits none is a mobile's 15: the number itself may begin so.
  const parsed = parsePhoneNumberFromString(number.length === 10 ? `+54${number}` : `0${number}`, 'AR');
  if (!parsed?.isValid() || parsed.country !== 'AR') return null;
  const within = parsed.nationalNumber;
  // Services (0800, 0810, 0600) have no area code: from a telephone of the country they are called with their 0.
  if (!/^9?[123]\d{9}$/.test(within)) return { tel: `0${within}`, mobile: false, national: null };
  const national = within.slice(-10);
  const mobile = nine || within.length === 11;
  return { tel: `+54${mobile ? '9' : ''}${national}`, mobile, national };
}

/** A number as its town writes it, with or without the 15 of a mobile: it has what the area code leaves of 10 digits. */
function ofTown(digits: string, areaCode: string | null): Found | null {
  if (!areaCode) return null;
  const length = 10 - areaCode.length;
  const isTowns = digits.length === length || (digits.length === length + 2 && digits.startsWith('15'));
  return isTowns ? argentine(areaCode + digits) : null;
}
