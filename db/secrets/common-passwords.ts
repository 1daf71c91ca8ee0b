import {
  isPersonal,
  lengthProblem,
  type PasswordProblem,
  personalWords,
} from '../../machines/access/password.ts';

/** The library's score 3: an online attack never reaches 10^8 guesses. */
const enough = 3;

/**
 * The problem of a chosen password (OWASP ASVS 5.0 §6.2): its length, the user's own names in it, or a common
 * password or pattern.
 * @param names the user's own: username, first and last name, e-mail
 */
export async function passwordProblem(
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

/** On first use: the lists take 40 MB. */
async function loadStrength() {
  const [{ ZxcvbnFactory }, common] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const factory = new ZxcvbnFactory({ dictionary: common.dictionary, graphs: common.adjacencyGraphs });
  return { check: (password: string, names: string[]): number => factory.check(password, names).score };
}
