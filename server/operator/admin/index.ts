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
import { readWish, usage, type Wish } from './arguments.ts';
import { askSecret } from './ask-password.ts';

// The entrance of `npm run admin`: the first administrator, and one who cannot get in any more.

/** The operator reads English; whatever has no words of its own here is said as the screens say it. */
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
  complain((error as Error).message || String(error)),
);

async function main(): Promise<number> {
  const wish = readWish(process.argv.slice(2));
  if (!wish) return complain(usage);
  if (wish.what !== 'create') return operate((db) => fulfil(db, wish));
  const person = editUserInput.safeParse({ ...wish, id: null });
  if (!person.success) return complain(...person.error.issues.map(describe));
  // Asked before the record is opened: whoever takes their time keeps nobody waiting.
  const password = process.stdin.isTTY && !wish.generate ? await askPassword() : null;
  if (password instanceof Error) return complain(password.message);
  const { username, firstName, lastName, email } = person.data;
  return operate((db) =>
    create(db, {
      username: username!,
      firstName: firstName!,
      lastName: lastName!,
      email: email || null,
      operations: wish.operations,
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

async function create(db: Db, wish: Parameters<typeof createAdministrator>[1]): Promise<number> {
  const made = await createAdministrator(db, wish);
  if (isRefusal(made)) return complain(explain(made));
  if (made.temporaryPassword === null) {
    console.error(`${wish.username} administers this installation.`);
    return 0;
  }
  return tellPassword(wish.username, made.temporaryPassword);
}

async function fulfil(db: Db, wish: Exclude<Wish, { what: 'create' }>): Promise<number> {
  if (wish.what === 'reset') {
    const made = await resetAdministrator(db, wish.username);
    return isRefusal(made) ? complain(explain(made)) : tellPassword(wish.username, made.temporaryPassword);
  }
  for (const one of await listAdministrators(db)) {
    const state = one.active
      ? one.mustChangePassword
        ? 'has to change the password'
        : 'active'
      : 'deactivated';
    const last = one.lastSignInAt?.toISOString().slice(0, 10) ?? 'never';
    console.log(`${one.username}  ${one.firstName} ${one.lastName}  ${state}  last sign-in ${last}`);
  }
  return 0;
}

function tellPassword(username: string, password: string): number {
  // Explanations go to the other stream: `PASSWORD=$(npm run -s admin -- …)` holds the password alone.
  console.error(
    `Shown once, and not kept: the first sign-in of ${username} asks for another. It is good for ${temporaryPasswordDays} days.`,
  );
  console.log(password);
  return 0;
}

function complain(...lines: string[]): number {
  for (const line of lines) console.error(line);
  return 1;
}

function explain({ code, text }: Refusal): string {
  return english[code] ?? text;
}

function describe({ path, message }: { path: PropertyKey[]; message: string }): string {
  return `--${names[String(path[0])] ?? String(path[0])}: ${message}`;
}
