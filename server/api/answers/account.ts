import { z } from 'zod';
import { auditNames } from '../../../machines/access/audit.ts';
import { everyPermission } from '../../../machines/access/permissions.ts';
import { instant, operationCode } from './shapes.ts';
import { defaultView } from './user.ts';

const listedUser = {
  id: z.int(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  email: z.string().nullable(),
  profile: z.string(),
  active: z.boolean(),
  subsidiaries: z.array(operationCode),
  tech_id: z.int().nullable(),
  administrator: z.boolean(),
  must_change_password: z.boolean(),
  last_login: instant.nullable(),
};

/** `users`: a page of 50, by name; `users_qty` counts all that the filter finds. */
export const usersAnswer = z.strictObject({
  users: z.array(z.strictObject(listedUser).meta({ id: 'UserInList' })),
  users_qty: z.int(),
});

/** `users/get`, and `data.user` of a 409. */
export const userAnswer = z
  .strictObject({
    ...listedUser,
    defaultView,
    permissions: z.array(z.enum(everyPermission)),
    subsidiaries: z.array(z.strictObject({ subsidiary_id: operationCode, name: z.string() })),
    is_technician: z.boolean(),
    temporary_password_expires: instant.nullable(),
    date_created: instant,
    date_deactivated: instant.nullable(),
    last_seen: instant.nullable(),
    open_visits: z.array(z.strictObject({ subsidiary_id: operationCode, count: z.int() })),
    version: z.int(),
  })
  .meta({ id: 'User' });

/** `users/edit`. The temporary password is of a new account, and answered once: a repeat under the same key has null. */
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
    operations: z.array(operationCode),
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
        months: z.tuple([z.int().nullable(), z.int().nullable()]).optional(),
        orders: z.int().optional(),
        kind: z.string().optional(),
        label: z.string().optional(),
      }),
    }),
  ),
  next: z.int().nullable(),
});

export const usersOperationsAnswer = z.array(
  z.strictObject({ subsidiary_id: operationCode, name: z.string() }),
);
