/**
 * Password rules (OWASP ASVS 5.0 §6.2): long rather than complex. No rule asks for digits, capitals or signs;
 * common passwords are checked where their list is, in `db/secrets/common-passwords.ts`.
 */
export const passwordLength = { min: 12, max: 128 };

/** The demo accounts' password (contract §7), the only one allowed to be shorter. */
export const demoPassword = 'agenda-demo';

/** How long a temporary password, once shown to an administrator, can be used for the change. */
export const temporaryPasswordDays = 7;

export type PasswordProblem = 'password-short' | 'password-long' | 'password-personal' | 'password-common';

const product = ['agenda', 'tecnica', 'agendatecnica'];

/** Code points, as people count characters: an emoji is one. */
export function lengthProblem(password: string): PasswordProblem | null {
  const length = [...password].length;
  if (length < passwordLength.min) return 'password-short';
  return length > passwordLength.max ? 'password-long' : null;
}

/** The least number of letters and digits besides one's own names. */
const ownPart = 6;

/**
 * Consists of the user's own names or the product's, with little else. A name inside a long phrase is allowed.
 * @param names the username, the first and last name, the e-mail
 */
export function isPersonal(password: string, names: readonly string[]): boolean {
  const parts = [...names.flatMap(partsOf), ...product].filter((part) => part.length >= 3);
  const before = plain(password);
  const rest = parts
    .sort((first, second) => second.length - first.length)
    .reduce((text, part) => text.replaceAll(part, ''), before);
  return rest !== before && rest.length < ownPart;
}

/** The words that an attacker who knows the user tries first. */
export const personalWords = (names: readonly string[]): string[] => [
  ...new Set([...names.flatMap(partsOf), ...product]),
];

/** The whole name, and each of its words. */
const partsOf = (name: string): string[] => [plain(name), ...name.split(/[^\p{L}\p{N}]+/u).map(plain)];

/** Lower case without accents, letters and digits only. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
