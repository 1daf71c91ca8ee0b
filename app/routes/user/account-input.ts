import type { SerializeFrom } from '@remix-run/node';
import type { Account } from '../../../db/reads/people/users.ts';

export type WiredAccount = SerializeFrom<Account>;

/** What the form holds. */
export type AccountFields = {
  username: string;
  firstName: string;
  lastName: string;
  email: string;
  profile: string;
  defaultView: string;
  permissions: string[];
  operations: string[];
  technician: boolean;
};

export const fieldsOf = (account: WiredAccount | null): AccountFields => ({
  username: account?.username ?? '',
  firstName: account?.firstName ?? '',
  lastName: account?.lastName ?? '',
  email: account?.email ?? '',
  profile: account?.profile ?? '',
  defaultView: account?.defaultView ?? 'index_jefetec',
  permissions: account?.permissions ?? [],
  operations: account?.operations ?? [],
  technician: account ? account.technicianId !== null : false,
});

/** The command's input: of an account that exists, only what was changed, so that the rest stays as others left it. */
export function inputOf(
  id: number | null,
  { operations, technician, ...fields }: Partial<AccountFields>,
  version: number | null,
): Record<string, unknown> {
  return {
    id,
    ...fields,
    ...(operations === undefined ? {} : { subsidiaries: operations }),
    ...(technician === undefined ? {} : { is_technician: technician }),
    version,
  };
}

export const nameOf = ({ firstName, lastName, username }: Omit<AccountFields, 'permissions'>): string =>
  `${firstName} ${lastName}`.trim() || username;
