import type { Actor } from '../../../machines/access/permissions.ts';
import type { Db } from '../../connection/open.ts';
import { isOpen } from './session.ts';

/** What each of these sessions reaches now. */
export type LiveReach = Pick<Actor, 'operations' | 'permissions'>;

/** By the token's hash in hex; ended sessions are absent. Of the operations those that live here. */
export async function listLiveReach(db: Db, tokenHashes: string[]): Promise<Map<string, LiveReach>> {
  const rows = await db.sql<(LiveReach & { hash: string })[]>`
    select encode(x.token_hash, 'hex') as hash,
      array(select operation::text from user_operations where user_id = u.id order by position, operation) as operations,
      array(select permission from user_permissions where user_id = u.id) as permissions
    from sessions x join users u on u.id = x.user_id
    where x.token_hash in (select decode(h, 'hex') from unnest(${tokenHashes}::text[]) h)
      and ${isOpen(db.sql)}`;
  const { elsewhere } = db;
  return new Map(
    rows.map(({ hash, operations, permissions }) => [
      hash,
      { operations: operations.filter((code) => elsewhere.of(code) === undefined), permissions },
    ]),
  );
}
