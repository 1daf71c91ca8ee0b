import {
  isPersonal,
  lengthProblem,
  type PasswordProblem,
  personalWords,
} from '../../machines/access/password.ts';

/** Fewer guesses than 10^8 are made online in the end, however slowly (the library's score 3). */
const enough = 3;

/**
 * What is wrong with a password that somebody chose (OWASP ASVS 5.0 §6.2): its
 * length, one's own names in it, or that it is common or follows a common pattern.
 * @param names the user's own: username, first and last name, e-mail
 */
export async function troubleWith(
  password: string,
  names: readonly string[],
): Promise<PasswordProblem | null> {
  const length = lengthProblem(password);
  if (length) return length;
  if (isPersonal(password, names)) return 'password-personal';
  strength ??= loadStrength();
  const { check } = await strength;
  return check(password, personalWords(names)) < enough ? 'password-common' : null;
}

let strength: ReturnType<typeof loadStrength> | undefined;

/** The lists take 40 MB: a process in which nobody chooses a password does without them. */
async function loadStrength() {
  const [{ ZxcvbnFactory }, common] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const factory = new ZxcvbnFactory({ dictionary: common.dictionary, graphs: common.adjacencyGraphs });
  return { check: (password: string, names: string[]): number => factory.check(password, names).score };
}
