import { z } from 'zod';
import { day, flag, id, operationCode, optional, text, wholeNumber } from '../../../db/commands/input.ts';
import { listAudit } from '../../../db/reads/people/audit.ts';
import { findAccount, listAllOperations, listUsers } from '../../../db/reads/people/users.ts';
import { auditKinds } from '../../../machines/access/audit.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import {
  userAnswer,
  userEditAnswer,
  userResetPasswordAnswer,
  usersAnswer,
  usersAuditAnswer,
  usersOperationsAnswer,
} from '../answers/account.ts';
import { presentAudit, presentListedUser, presentUser } from '../answers/present-user.ts';
import { act, ask, type Call, nothing } from '../call.ts';

/** People's accounts of the whole installation, for who has `can_manage_users`; integrations are no people. */
export const usersCalls: Record<string, Call> = {
  users: ask(
    {
      does: 'People’s accounts, by name, 50 a page.',
      reach: 'installation',
      input: z.object({
        search: optional(text(100)),
        active: optional(flag),
        subsidiary: optional(operationCode),
        offset: optional(wholeNumber()),
      }),
      answer: usersAnswer,
      permission: 'can_manage_users',
    },
    async ({ db }, { search, active, subsidiary, offset }) => {
      const filter = { search: search ?? '', active, operation: subsidiary };
      const { users, count } = await listUsers(db, filter, offset ?? 0);
      return { users: users.map(presentListedUser), users_qty: count };
    },
  ),
  'users/get': ask(
    {
      does: 'One account.',
      reach: 'installation',
      input: z.object({ id }),
      answer: userAnswer,
      permission: 'can_manage_users',
    },
    async ({ db }, input) => {
      const user = await findAccount(db, input.id);
      return user ? presentUser(user) : refuse('user-unknown');
    },
  ),
  'users/operations': ask(
    {
      does: 'Every operation of the installation, to give to an account.',
      reach: 'installation',
      input: nothing,
      answer: usersOperationsAnswer,
      permission: 'can_manage_users',
    },
    async ({ db }) => (await listAllOperations(db)).map(({ code, name }) => ({ subsidiary_id: code, name })),
  ),
  'users/edit': act('editUser', {
    does: 'Creates an account (`id` null, which answers a temporary password), or changes one.',
    reach: 'installation',
    answer: userEditAnswer,
  }),
  'users/reset_password': act('resetPassword', {
    does: 'Makes a temporary password, and ends the user’s sessions.',
    reach: 'installation',
    answer: userResetPasswordAnswer,
  }),
  'users/audit': ask(
    {
      does: 'Who signed in, and what administrators changed, newest first.',
      reach: 'installation',
      input: z.object({
        user_id: optional(id),
        search: optional(text(100)),
        kind: optional(z.enum(auditKinds, 'Ese tipo no existe.')),
        date_from: optional(day),
        date_to: optional(day),
        before: optional(wholeNumber()),
      }),
      answer: usersAuditAnswer,
      permission: 'can_manage_users',
    },
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
  ),
};
