/**
 * What no answer, page, frame or log line of an installation may hold. Every answer that a test gets is looked through.
 *
 * @throws Error that names the place, not the secret
 */
export function refuseSecrets(secrets: readonly string[], place: string, text: string): void {
  for (const [at, secret] of secrets.entries())
    if (text.includes(secret)) throw new Error(`secret ${at + 1} of the installation stands in ${place}`);
}

/** The password in a database's address. */
export const passwordIn = (databaseUrl: string): string => decodeURIComponent(new URL(databaseUrl).password);

/** Every name that JavaScript gives to an object, a list or a function by itself. */
export const inheritedNames: string[] = [
  ...new Set(
    [Object.prototype, Array.prototype, Function.prototype, Object, Array, Function].flatMap((one) =>
      Object.getOwnPropertyNames(one),
    ),
  ),
];
