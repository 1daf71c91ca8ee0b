import {
  userAnswer,
  userEditAnswer,
  userResetPasswordAnswer,
  usersAnswer,
  usersAuditAnswer,
  usersOperationsAnswer,
} from '../answers/account.ts';
import { presentAudit, presentListedUser, presentUser } from '../answers/present-user.ts';
import { act, type Call, reading } from '../call.ts';

/** People's accounts of the whole installation, for who has `can_manage_users`; integrations are no people. */
export const usersCalls: Record<string, Call> = {
  users: reading(
    'users',
    { does: 'People’s accounts, by name, 50 a page.', answer: usersAnswer },
    ({ users, count }) => ({ users: users.map(presentListedUser), users_qty: count }),
  ),
  'users/get': reading('user', { does: 'One account.', answer: userAnswer }, presentUser),
  'users/operations': reading(
    'allOperations',
    { does: 'Every operation of the installation, to give to an account.', answer: usersOperationsAnswer },
    (operations) => operations.map(({ code, name }) => ({ subsidiary_id: code, name })),
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
  'users/audit': reading(
    'audit',
    { does: 'Who signed in, and what administrators changed, newest first.', answer: usersAuditAnswer },
    ({ rows, next }) => ({ entries: rows.map(presentAudit), next }),
  ),
};
