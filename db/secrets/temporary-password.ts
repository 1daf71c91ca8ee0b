import { randomInt } from 'node:crypto';

/** Without characters that are confused when read out or written down. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A password for the first sign-in: four groups of four, 79 bits, easy to dictate. */
export const newTemporaryPassword = (): string =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join(''),
  ).join('-');
