/**
 * What a password must be (OWASP ASVS 5.0 §6.2): long rather than intricate. No
 * rule asks for digits, capitals or signs; whether it is among the common ones is
 * asked where the list of them is, in `db/secrets/common-passwords.ts`.
 */
export const passwordLength = { min: 12, max: 128 };

/** Of the demo's accounts (contract §7), which alone may keep it although it is shorter. */
export const demoPassword = 'agenda-demo';

/** A password that an administrator was shown opens the change for this long. */
export const temporaryPasswordDays = 7;

export type PasswordTrouble = 'password-short' | 'password-long' | 'password-personal' | 'password-common';

/** What everybody would try here. */
const product = ['agenda', 'tecnica', 'agendatecnica'];

/** Code points, as a person counts characters: an emoji is one. */
export function troubleWithLength(password: string): PasswordTrouble | null {
  const length = [...password].length;
  if (length < passwordLength.min) return 'password-short';
  return length > passwordLength.max ? 'password-long' : null;
}

/** Less than this many letters and digits beside one's own names protect nobody. */
const ownPart = 6;

/**
 * Made of the user's own names or the product's, with little else in it. A name
 * inside a long phrase is no harm.
 * @param names the username, the first and last name, the e-mail
 */
export function isPersonal(password: string, names: readonly string[]): boolean {
  const known = [...names.flatMap(partsOf), ...product].filter((part) => part.length >= 3);
  const before = plain(password);
  const rest = known
    .sort((one, other) => other.length - one.length)
    .reduce((text, part) => text.replaceAll(part, ''), before);
  return rest !== before && rest.length < ownPart;
}

/** The words that a guesser who knows the person would begin with. */
export const personalWords = (names: readonly string[]): string[] => [
  ...new Set([...names.flatMap(partsOf), ...product]),
];

/** A name whole, and each of its words. */
const partsOf = (name: string): string[] => [plain(name), ...name.split(/[^\p{L}\p{N}]+/u).map(plain)];

/** Lower case without accents, letters and digits only. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
