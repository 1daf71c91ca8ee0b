import { z } from 'zod';
import { auditKinds } from '../../../machines/access/audit.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { day, flag, id, operationCode, optional, text, wholeNumber } from '../../commands/input.ts';
import { listAudit } from '../people/audit.ts';
import { listOwnChanges } from '../people/own-changes.ts';
import { readProfile } from '../people/profile.ts';
import { listSessions } from '../people/sessions.ts';
import { findAccount, listAllOperations, listUsers } from '../people/users.ts';
import { listViews } from '../saved-views/saved-views.ts';
import { apiRead, nothing, read } from './row.ts';

const ofAdministrators = { permission: 'can_manage_users', reach: 'installation' } as const;

/** The asker's own account, and for administrators everybody's: integrations are no people. */
export const accountReads = {
  profile: apiRead({
    input: z.looseObject({ username: z.string().nullish() }),
    permission: null,
    reach: 'account',
    run: async ({ db, actor }, { username }) => {
      const name = username?.trim().toLowerCase();
      return name && name !== actor.username ? refuse('other-user') : readProfile(db, actor);
    },
  }),
  sessions: apiRead({
    input: nothing,
    permission: null,
    reach: 'account',
    run: ({ db, actor }) => listSessions(db, actor),
  }),
  /** The asker's own changes of visits, with what can still be taken back (ux.md U68). */
  ownChanges: read({
    input: nothing,
    permission: null,
    reach: 'operations',
    by: ['screen', 'api'],
    run: ({ db, actor, now }) => listOwnChanges(db, actor, now),
    show: (changes) => ({ changes }),
  }),
  savedViews: apiRead({
    input: nothing,
    permission: null,
    reach: 'account',
    run: ({ db, actor }) => listViews(db, actor.userId),
  }),
  users: apiRead({
    ...ofAdministrators,
    input: z.object({
      search: optional(text(100)),
      active: optional(flag),
      subsidiary: optional(operationCode),
      offset: optional(wholeNumber()),
    }),
    run: ({ db }, { search, active, subsidiary, offset }) =>
      listUsers(db, { search: search ?? '', active, operation: subsidiary }, offset ?? 0),
  }),
  user: apiRead({
    ...ofAdministrators,
    input: z.object({ id }),
    run: async ({ db }, { id }) => (await findAccount(db, id)) ?? refuse('user-unknown'),
  }),
  /** Every one of the installation, to give to an account. */
  allOperations: apiRead({
    ...ofAdministrators,
    input: nothing,
    run: ({ db }) => listAllOperations(db),
  }),
  audit: apiRead({
    ...ofAdministrators,
    input: z.object({
      user_id: optional(id),
      search: optional(text(100)),
      kind: optional(z.enum(auditKinds, 'Ese tipo no existe.')),
      date_from: optional(day),
      date_to: optional(day),
      before: optional(wholeNumber()),
    }),
    run: ({ db }, { user_id, search, kind, date_from, date_to, before }) =>
      listAudit(db, {
        userId: user_id,
        search: search?.trim() ?? '',
        kind,
        from: date_from,
        to: date_to,
        before,
      }),
  }),
};
