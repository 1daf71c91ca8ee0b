import { editUserInput } from '../../../db/commands/accounts/edit-user-input.ts';
import {
  createAdministrator,
  listAdministrators,
  resetAdministrator,
} from '../../../db/commands/accounts/from-console.ts';
import type { Db } from '../../../db/connection/open.ts';
import { passwordLength, temporaryPasswordDays } from '../../../machines/access/password.ts';
import { isRefusal, type Refusal, type RefusalCode } from '../../../machines/words/refusals.ts';
import { operate } from '../operate.ts';
import { type AdminArguments, readArguments, usage } from './arguments.ts';
import { askSecret } from './ask-password.ts';

/** Operators read English; refusals without a text here are shown in Spanish. */
const english: Partial<Record<RefusalCode, string>> = {
  'username-taken':
    'There is a user of that name already: choose another, or `npm run admin -- reset --username <name>`.',
  'user-unknown': 'There is no administrator of that name: `npm run admin -- list` shows them.',
  'user-inactive': 'That administrator is deactivated: another one can activate the account on the screens.',
  'operation-unknown': 'One of the operations does not exist.',
  'password-short': `The password needs at least ${passwordLength.min} characters.`,
  'password-long': `The password may have up to ${passwordLength.max} characters.`,
  'password-personal': 'The password is too much like the username, the name or the product.',
  'password-common':
    'The password is easy to guess: try several words that have nothing to do with each other.',
};
const names: Record<string, string> = { firstName: 'name', lastName: 'surname' };

process.exitCode = await main().catch((error: unknown) =>
  printErrors((error as Error).message || String(error)),
);

async function main(): Promise<number> {
  const options = readArguments(process.argv.slice(2));
  if (!options) return printErrors(usage);
  if (options.action !== 'create') return operate((db) => execute(db, options));
  const person = editUserInput.safeParse({ ...options, id: null });
  if (!person.success) return printErrors(...person.error.issues.map(describe));
  const password = process.stdin.isTTY && !options.generate ? await askPassword() : null;
  if (password instanceof Error) return printErrors(password.message);
  const { username, firstName, lastName, email } = person.data;
  return operate((db) =>
    create(db, {
      username: username!,
      firstName: firstName!,
      lastName: lastName!,
      email: email || null,
      operations: options.operations,
      password,
    }),
  );
}

async function askPassword(): Promise<string | Error> {
  const { min, max } = passwordLength;
  const first = await askSecret(`Password (${min} to ${max} characters, not shown): `);
  const second = first === null ? null : await askSecret('The same again: ');
  if (first === null || second === null) return new Error('Nothing was done.');
  return first === second ? first : new Error('The two are not the same. Nothing was done.');
}

async function create(db: Db, options: Parameters<typeof createAdministrator>[1]): Promise<number> {
  const made = await createAdministrator(db, options);
  if (isRefusal(made)) return printErrors(explain(made));
  if (made.temporaryPassword === null) {
    console.error(`${options.username} administers this installation.`);
    return 0;
  }
  return printPassword(options.username, made.temporaryPassword);
}

async function execute(db: Db, options: Exclude<AdminArguments, { action: 'create' }>): Promise<number> {
  if (options.action === 'reset') {
    const made = await resetAdministrator(db, options.username);
    return isRefusal(made)
      ? printErrors(explain(made))
      : printPassword(options.username, made.temporaryPassword);
  }
  for (const administrator of await listAdministrators(db)) {
    const state = administrator.active
      ? administrator.mustChangePassword
        ? 'has to change the password'
        : 'active'
      : 'deactivated';
    const last = administrator.lastSignInAt?.toISOString().slice(0, 10) ?? 'never';
    console.log(
      `${administrator.username}  ${administrator.firstName} ${administrator.lastName}  ${state}  last sign-in ${last}`,
    );
  }
  return 0;
}

function printPassword(username: string, password: string): number {
  // Explanations go to stderr: `PASSWORD=$(npm run -s admin -- …)` holds the password alone.
  console.error(
    `Shown once, and not kept: the first sign-in of ${username} asks for another. It is good for ${temporaryPasswordDays} days.`,
  );
  console.log(password);
  return 0;
}

function printErrors(...lines: string[]): number {
  for (const line of lines) console.error(line);
  return 1;
}

function explain({ code, text }: Refusal): string {
  return english[code] ?? text;
}

function describe({ path, message }: { path: PropertyKey[]; message: string }): string {
  return `--${names[String(path[0])] ?? String(path[0])}: ${message}`;
}
