import { randomBytes } from 'node:crypto';
import { integrationProfile } from '../../../machines/access/permissions.ts';
import type { Db } from '../../connection/open.ts';
import type { Tx } from '../../connection/sql.ts';
import { anyOf, typed } from '../../connection/typed.ts';
import { writeAudit } from '../../record/audit.ts';
import {
  type Columns,
  operations as operationTable,
  type sessions,
  userPermissions,
  users,
} from '../../schema/index.ts';
import { hashToken } from '../../secrets/links.ts';

/** Why nothing was done, for the operator. */
export type TokenProblem = { problem: string };

export const maxTokenDays = 3_650;

/**
 * Make a token for a system of the provider's: a user without sign-in, which reaches these operations and may import
 * records only. A second token of the same name and operations allows replacing the first without a gap.
 *
 * @returns the token, which is not kept; the record holds its SHA-256
 */
export async function makeIntegrationToken(
  db: Db,
  request: { name: string; operations: string[]; days: number },
): Promise<{ token: string; username: string; expiresAt: Date } | TokenProblem> {
  const username = `integracion-${slugOf(request.name)}`;
  if (username === 'integracion-') return { problem: 'The name needs at least one letter or digit.' };
  const operations = [...new Set(request.operations)].sort();
  return db.transactions.begin(async (tx) => {
    const existing = await typed(tx)
      .select({ code: operationTable.code })
      .from(operationTable)
      .where(anyOf(operationTable.code, operations));
    const unknown = operations.filter((code) => !existing.some((operation) => operation.code === code));
    if (unknown.length > 0) return { problem: `There is no operation ${unknown.join(', ')}.` };
    const userId = await lockUser(tx, username, request.name, operations);
    if (typeof userId !== 'number') return userId;
    const token = randomBytes(32).toString('base64url');
    const [session] = await tx<Columns<typeof sessions, 'expiresAt'>[]>`
      insert into sessions (token_hash, user_id, kind, expires_at, label)
      values (${hashToken(token)}, ${userId}, 'integration', now() + make_interval(days => ${request.days}), ${request.name})
      returning expires_at`;
    await writeAudit(tx, {
      name: 'token.made',
      actor: null,
      subject: { id: userId, name: username },
      data: { label: request.name, to: { operations } },
    });
    return { token, username, expiresAt: session!.expiresAt };
  }) as Promise<{ token: string; username: string; expiresAt: Date } | TokenProblem>;
}

async function lockUser(
  tx: Tx,
  username: string,
  name: string,
  operations: string[],
): Promise<number | TokenProblem> {
  const [added] = await typed(tx)
    .insert(users)
    .values({ username, firstName: name, lastName: '', passwordHash: '-', profile: integrationProfile })
    .onConflictDoNothing({ target: users.username })
    .returning({ id: users.id });
  if (added) {
    await tx`insert into user_operations (user_id, operation, position)
      select ${added.id}, code, at from unnest(${operations}::text[]) with ordinality x (code, at)`;
    await typed(tx).insert(userPermissions).values({ userId: added.id, permission: 'can_import_records' });
    return added.id;
  }
  const [account] = await tx<
    (Columns<typeof users, 'id' | 'profile' | 'active'> & { operations: string[] })[]
  >`
    select id, profile, active, array(select operation::text from user_operations where user_id = u.id order by 1) as operations
    from users u where username = ${username} for update`;
  if (account!.profile !== integrationProfile || !account!.active)
    return { problem: `The user ${username} is not an active integration: choose another name.` };
  if (account!.operations.join() === operations.join()) return account!.id;
  const reach = account!.operations.join(',') || 'none';
  return { problem: `${name} has a token for the operations ${reach}: name those, or choose another name.` };
}

const slugOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);

/**
 * Revoke the token of this id, or every token of this name, from the next request on.
 * @returns how many ended
 */
export async function revokeIntegrationTokens(db: Db, nameOrId: string): Promise<number> {
  return db.transactions.begin(async (tx) => {
    const ended = await tx<(Columns<typeof users, 'id' | 'username'> & { label: string })[]>`
      delete from sessions x using users u
      where u.id = x.user_id and kind = 'integration' and (label = ${nameOrId} or left(encode(token_hash, 'hex'), 12) = ${nameOrId})
      returning u.id, u.username, coalesce(x.label, '') as label`;
    for (const { id, username, label } of ended)
      await writeAudit(tx, {
        name: 'token.revoked',
        actor: null,
        subject: { id, name: username },
        data: { label },
      });
    return ended.length;
  }) as Promise<number>;
}
