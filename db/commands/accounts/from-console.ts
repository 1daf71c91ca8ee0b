import { hash } from '@node-rs/argon2';
import { and, eq, ne } from 'drizzle-orm';
import type { AccountFacts } from '../../../machines/access/audit.ts';
import { type Actor, everyPermission, integrationProfile } from '../../../machines/access/permissions.ts';
import { isRefusal, type Refusal, refuse } from '../../../machines/words/refusals.ts';
import type { Db } from '../../connection/open.ts';
import type { Query } from '../../connection/sql.ts';
import { typed } from '../../connection/typed.ts';
import { type Context, transact } from '../../record/transact.ts';
import { type Columns, operations as operationTable, userPermissions, users } from '../../schema/index.ts';
import { passwordProblem } from '../../secrets/common-passwords.ts';
import { insertUser } from './edit-user.ts';
import { lockUsers } from './lock-user.ts';
import { reset } from './reset-password.ts';

type AdministratorInput = {
  username: string;
  firstName: string;
  lastName: string;
  email: string | null;
  /** Null: all. */
  operations: string[] | null;
  /** As typed on the terminal; null: a temporary one is made. */
  password: string | null;
};

/** Operators have no account: the audit log names them so. */
const context = (db: Db): Context => ({ db, actor: operator });
const operator: Actor = {
  userId: 0,
  username: '',
  fullName: '',
  technicianId: null,
  operations: [],
  permissions: [],
};

/**
 * The first administrator, or one more, with every permission of people, in every operation.
 * @returns the temporary password, null where one was typed
 */
export async function createAdministrator(
  db: Db,
  { password, operations, ...person }: AdministratorInput,
): Promise<{ temporaryPassword: string | null } | Refusal> {
  const problem = password === null ? null : await ownPasswordProblem(password, person);
  if (problem) return problem;
  return transact(context(db), async (frame) => {
    await lockUsers(frame.tx);
    const all = await typed(frame.tx)
      .select({ code: operationTable.code })
      .from(operationTable)
      .orderBy(operationTable.code);
    const account: AccountFacts = {
      ...person,
      profile: 'Administrador',
      defaultView: 'index_jefetec',
      permissions: everyPermission,
      operations: operations ?? all.map(({ code }) => code),
      technician: false,
    };
    const made = await insertUser(frame, account, true);
    if (isRefusal(made)) return made;
    if (password === null) return { temporaryPassword: made.temporary_password };
    await typed(frame.tx)
      .update(users)
      .set({
        passwordHash: await hash(password),
        mustChangePassword: false,
        temporaryPasswordExpiresAt: null,
      })
      .where(eq(users.id, made.id));
    return { temporaryPassword: null };
  });
}

/** A temporary password for an administrator who lost theirs. */
export async function resetAdministrator(
  db: Db,
  username: string,
): Promise<{ temporaryPassword: string } | Refusal> {
  return transact(context(db), async (frame) => {
    await lockUsers(frame.tx);
    const user = (await listFrom(frame.tx)).find((administrator) => administrator.username === username);
    if (!user) return refuse('user-unknown');
    if (!user.active) return refuse('user-inactive');
    const { temporary_password } = await reset(frame, user);
    return { temporaryPassword: temporary_password! };
  });
}

export type Administrator = Columns<
  typeof users,
  'id' | 'username' | 'firstName' | 'lastName' | 'active' | 'mustChangePassword' | 'lastSignInAt'
>;

export const listAdministrators = (db: Db): Promise<Administrator[]> => listFrom(db.sql);

const listFrom = async (connection: Query): Promise<Administrator[]> =>
  typed(connection)
    .select({
      id: users.id,
      username: users.username,
      firstName: users.firstName,
      lastName: users.lastName,
      active: users.active,
      mustChangePassword: users.mustChangePassword,
      lastSignInAt: users.lastSignInAt,
    })
    .from(users)
    .innerJoin(
      userPermissions,
      and(eq(userPermissions.userId, users.id), eq(userPermissions.permission, 'can_manage_users')),
    )
    .where(ne(users.profile, integrationProfile))
    .orderBy(users.username);

async function ownPasswordProblem(
  password: string,
  person: Omit<AdministratorInput, 'password' | 'operations'>,
) {
  const { username, firstName, lastName, email } = person;
  const problem = await passwordProblem(password, [
    username,
    firstName,
    lastName,
    email?.split('@')[0] ?? '',
  ]);
  return problem && refuse(problem);
}
