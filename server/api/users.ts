import { z } from 'zod';
import { editUser } from '../../db/commands/accounts/edit-user.ts';
import { resetPassword } from '../../db/commands/accounts/reset-password.ts';
import { day, flag, id, operationCode, optional, text, wholeNumber } from '../../db/commands/input.ts';
import { listAudit } from '../../db/reads/audit.ts';
import { findAccount, listUsers } from '../../db/reads/users.ts';
import { auditKinds, auditNames } from '../../machines/audit.ts';
import { personPermissions } from '../../machines/permissions.ts';
import { refuse } from '../../machines/refusals.ts';
import { act, ask, type Call } from './call.ts';
import { presentAudit, presentListedUser, presentUser } from './present-user.ts';

const instant = z.string();
const code = z.string();

const listedUser = {
  id: z.int(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  email: z.string().nullable(),
  profile: z.string(),
  active: z.boolean(),
  subsidiaries: z.array(code),
  tech_id: z.int().nullable(),
  administrator: z.boolean(),
  must_change_password: z.boolean(),
  last_login: instant.nullable(),
};

/** `users`: a page of 50, by name; `users_qty` counts all that the filter finds. */
export const usersAnswer = z.strictObject({
  users: z.array(z.strictObject(listedUser)),
  users_qty: z.int(),
});

/** `users/get`, and `data.user` of a 409. */
export const userAnswer = z.strictObject({
  ...listedUser,
  defaultView: z.enum(['index_jefetec', 'index_calendario', 'index_tecnico']),
  permissions: z.array(z.enum(personPermissions)),
  subsidiaries: z.array(z.strictObject({ subsidiary_id: code, name: z.string() })),
  is_technician: z.boolean(),
  temporary_password_expires: instant.nullable(),
  date_created: instant,
  date_deactivated: instant.nullable(),
  last_seen: instant.nullable(),
  open_visits: z.array(z.strictObject({ subsidiary_id: code, count: z.int() })),
  version: z.int(),
});

/** `users/edit`. The temporary password is of a new account, and told once: a repeat under the same key has null. */
export const userEditAnswer = z.strictObject({
  id: z.int(),
  version: z.int(),
  temporary_password: z.string().nullable(),
});

/** `users/reset_password`. `ended` counts the sessions that ended; a repeat under the same key has no password. */
export const userResetPasswordAnswer = z.strictObject({
  id: z.int(),
  temporary_password: z.string().nullable(),
  ended: z.int(),
});

const facts = z
  .strictObject({
    username: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string().nullable(),
    profile: z.string(),
    defaultView: z.string(),
    permissions: z.array(z.string()),
    operations: z.array(code),
    technician: z.boolean(),
  })
  .partial();

/** `users/audit`: newest first; `next` goes into the next page's `before`, null where there is none. */
export const usersAuditAnswer = z.strictObject({
  entries: z.array(
    z.strictObject({
      id: z.int(),
      date: instant,
      name: z.enum(Object.keys(auditNames) as [keyof typeof auditNames]),
      actor_id: z.int().nullable(),
      actor: z.string(),
      user_id: z.int().nullable(),
      user: z.string(),
      address: z.string().nullable(),
      user_agent: z.string().nullable(),
      data: z.strictObject({
        from: facts.optional(),
        to: facts.optional(),
        reason: z.string().optional(),
        ended: z.int().optional(),
        kind: z.string().optional(),
        label: z.string().optional(),
      }),
    }),
  ),
  next: z.int().nullable(),
});

/** People's accounts of the whole installation, for who has `can_manage_users`; integrations are no people. */
export const usersCalls: Record<string, Call> = {
  users: ask(
    z.object({
      search: optional(text(100)),
      active: optional(flag),
      subsidiary: optional(operationCode),
      offset: optional(wholeNumber()),
    }),
    async ({ db }, { search, active, subsidiary, offset }) => {
      const filter = { search: search ?? '', active, operation: subsidiary };
      const { users, count } = await listUsers(db, filter, offset ?? 0);
      return { users: users.map(presentListedUser), users_qty: count };
    },
    'can_manage_users',
  ),
  'users/get': ask(
    z.object({ id }),
    async ({ db }, input) => {
      const user = await findAccount(db, input.id);
      return user ? presentUser(user) : refuse('user-unknown');
    },
    'can_manage_users',
  ),
  'users/edit': act(editUser),
  'users/reset_password': act(resetPassword),
  'users/audit': ask(
    z.object({
      user_id: optional(id),
      search: optional(text(100)),
      kind: optional(z.enum(auditKinds, 'Ese tipo no existe.')),
      date_from: optional(day),
      date_to: optional(day),
      before: optional(wholeNumber()),
    }),
    async ({ db }, { user_id, search, kind, date_from, date_to, before }) => {
      const { rows, next } = await listAudit(db, {
        userId: user_id,
        search: search?.trim() ?? '',
        kind,
        from: date_from,
        to: date_to,
        before,
      });
      return { entries: rows.map(presentAudit), next };
    },
    'can_manage_users',
  ),
};
