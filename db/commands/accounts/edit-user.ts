import { and, eq, ne, sql } from 'drizzle-orm';
import type { AccountFacts, AuditName } from '../../../machines/access/audit.ts';
import { factsThatDiffer } from '../../../machines/access/audit.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '../../../machines/words/refusals.ts';
import { anyOf, typed } from '../../connection/typed.ts';
import { nameOf, writeAudit } from '../../record/audit.ts';
import { isOpenVisit } from '../../record/open-visits.ts';
import { command, type Frame } from '../../record/transact.ts';
import { operations as operationTable, sessions, technicians, users } from '../../schema/index.ts';
import { type EditUserInput, editUserInput } from './edit-user-input.ts';
import { inOrder, type LockedUser, lockUser, serializeUsers } from './lock-user.ts';
import { refuseLosing } from './refuse-losing.ts';
import { saveTechnician } from './save-technician.ts';
import { setTemporaryPassword } from './set-temporary-password.ts';

export type EditedUser = {
  id: number;
  version: number;
  /** Of a new account, answered once: a repeat under the same key has none. */
  temporary_password: string | null;
};

/**
 * Create a person's account, or change one: names, permissions, operations, default view, technician, active
 * or not. Applies to the whole installation, not only to the actor's operations. Revocations take effect with
 * the next call; a deactivated account's sessions end here.
 */
export const editUser = command<typeof editUserInput, EditedUser>({
  name: 'editUser',
  input: editUserInput,
  permission: 'can_manage_users',
  run: (frame, input) => (input.id === null ? addUser(frame, input) : changeUser(frame, input.id, input)),
  keep: (answer) => ({ ...answer, temporary_password: null }),
});

async function addUser(frame: Frame, input: EditUserInput): Promise<EditedUser | Refusal> {
  const refused = await serializeUsers(frame);
  if (refused) return refused;
  return insertUser(frame, merge(newAccount, input), input.active ?? true);
}

/** A new account, with a password that it has to change; also for the command line. */
export async function insertUser(
  frame: Frame,
  account: AccountFacts,
  active: boolean,
): Promise<EditedUser | Refusal> {
  const { tx } = frame;
  const refused = await refuseOperations(frame, account.operations);
  if (refused) return refused;
  const { operations, permissions, technician, ...columns } = account;
  const [row] = await typed(tx)
    .insert(users)
    .values({ ...columns, passwordHash: '-', active, deactivatedAt: active ? null : frame.now })
    .onConflictDoNothing({ target: users.username })
    .returning({ id: users.id });
  if (!row) return refuseField('username-taken', 'username');
  await savePermissions(frame, row.id, permissions);
  await saveOperations(frame, row.id, operations);
  if (technician) await saveTechnician(frame, row.id, account);
  const password = await setTemporaryPassword(frame, row.id);
  await auditChange(frame, 'user.created', row.id, account, { to: account });
  return { id: row.id, version: 1, temporary_password: password };
}

async function changeUser(frame: Frame, id: number, input: EditUserInput): Promise<EditedUser | Refusal> {
  const { tx } = frame;
  const user = await lockUser(frame, id, input.version);
  if (isRefusal(user)) return user;
  const { id: _, active: wasActive, version, ...before } = user;
  const after = merge(before, input);
  const active = input.active ?? wasActive;
  const differing = factsThatDiffer(before, after);
  if (!differing && active === wasActive) return { id, version, temporary_password: null };
  const refused =
    (await refuseLosing(frame, user, { active, permissions: after.permissions })) ??
    (await refuseOperations(frame, after.operations, before.operations)) ??
    (await refuseUsername(frame, id, after.username));
  if (refused) return refused;
  if (before.technician) {
    const withdrawn = before.operations.filter((code) => !after.operations.includes(code));
    const open = await refuseOpenVisits(frame, id, after.technician ? withdrawn : null);
    if (open) return open;
  }
  const { operations, permissions, technician, ...columns } = after;
  const closed = active ? { deactivatedAt: null } : wasActive ? { deactivatedAt: sql`now()` } : {};
  await typed(tx)
    .update(users)
    .set({ ...columns, active, ...closed, version: sql`${users.version} + 1` })
    .where(eq(users.id, id));
  await savePermissions(frame, id, permissions);
  await saveOperations(frame, id, operations);
  await saveTechnician(frame, id, after);
  if (differing) await auditChange(frame, 'user.edited', id, after, differing);
  if (active && !wasActive) await auditChange(frame, 'user.activated', id, after, {});
  if (!active && wasActive) {
    const ended = await typed(tx)
      .delete(sessions)
      .where(and(eq(sessions.userId, id), ne(sessions.kind, 'integration')));
    await auditChange(frame, 'user.deactivated', id, after, { ended: ended.count });
  }
  return { id, version: version + 1, temporary_password: null };
}

const newAccount: AccountFacts = {
  username: '',
  firstName: '',
  lastName: '',
  email: null,
  profile: '',
  defaultView: 'index_jefetec',
  permissions: [],
  operations: [],
  technician: false,
};

const merge = (before: AccountFacts, input: EditUserInput): AccountFacts => ({
  username: input.username ?? before.username,
  firstName: input.firstName ?? before.firstName,
  lastName: input.lastName ?? before.lastName,
  email: input.email === undefined ? before.email : input.email || null,
  profile: input.profile ?? before.profile,
  defaultView: input.defaultView ?? before.defaultView,
  permissions: inOrder(input.permissions ?? before.permissions),
  operations: input.subsidiaries ?? before.operations,
  technician: input.is_technician ?? before.technician,
});

/** Any operation of the installation; those that the account has already are not checked again. */
async function refuseOperations({ tx }: Frame, requested: string[], current: string[] = []) {
  const added = requested.filter((code) => !current.includes(code));
  const existing = await typed(tx)
    .select({ code: operationTable.code })
    .from(operationTable)
    .where(anyOf(operationTable.code, added));
  return existing.length === added.length ? null : refuseField('operation-unknown', 'subsidiaries');
}

async function refuseUsername({ tx }: Frame, id: number, username: string) {
  const taken = await typed(tx)
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.username, username), ne(users.id, id)));
  return taken.length === 0 ? null : refuseField('username-taken', 'username');
}

/**
 * Open visits may not stay with a technician who stops working: they would see them no more, nor be sent a message.
 * @param operations only where the account is withdrawn from these; null: from all
 */
async function refuseOpenVisits(
  { tx }: Frame,
  userId: number,
  operations: string[] | null,
): Promise<Refusal | null> {
  if (operations?.length === 0) return null;
  // A concurrent assignment locks this row too, see `findTechnicianOf`: the two are serialised.
  await typed(tx)
    .select({ id: technicians.id })
    .from(technicians)
    .where(eq(technicians.userId, userId))
    .for('update');
  const [open] = await tx<{ n: number }[]>`
    select count(v.id)::int as n from technicians t join visits v on v.technician_id = t.id
      and ${isOpenVisit(tx)} and (${operations}::text[] is null or v.operation = any(${operations}::text[]))
    where t.user_id = ${userId}`;
  const n = open!.n;
  if (n === 0) return null;
  const here =
    operations === null
      ? ''
      : ` en ${operations.length === 1 ? 'la operación' : 'las operaciones'} ${operations.join(', ')}`;
  const text =
    n === 1
      ? `El técnico tiene 1 visita abierta${here}: reasignala o cerrala antes.`
      : `El técnico tiene ${n} visitas abiertas${here}: reasignalas o cerralas antes.`;
  return refuse('technician-has-visits', {
    text,
    setting: { kind: 'user', id: userId },
  });
}

async function savePermissions({ tx }: Frame, id: number, permissions: string[]) {
  await tx`
    delete from user_permissions where user_id = ${id} and permission <> all(${permissions}::text[])`;
  await tx`
    insert into user_permissions (user_id, permission) select ${id}, p from unnest(${permissions}::text[]) p
    on conflict do nothing`;
}

async function saveOperations({ tx }: Frame, id: number, operations: string[]) {
  await tx`delete from user_operations where user_id = ${id} and operation <> all(${operations}::text[])`;
  await tx`
    insert into user_operations (user_id, operation, position)
    select ${id}, code, at - 1 from unnest(${operations}::text[]) with ordinality x (code, at)
    on conflict (user_id, operation) do update set position = excluded.position`;
}

const auditChange = (
  { tx, actor, from }: Frame,
  name: AuditName,
  id: number,
  { username, firstName, lastName }: Pick<LockedUser, 'username' | 'firstName' | 'lastName'>,
  data: { from?: Partial<AccountFacts>; to?: Partial<AccountFacts>; ended?: number },
) =>
  writeAudit(tx, {
    name,
    actor: actor.userId === 0 ? null : actor,
    from,
    subject: { id, name: nameOf({ username, fullName: `${firstName} ${lastName}`.trim() }) },
    data,
  });
