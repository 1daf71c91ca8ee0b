import type { Db } from '../../connection/open.ts';
import { isOpen } from './session.ts';

/** The operations that each of these sessions reaches now, by the token's hash in hex; ended sessions are absent. */
export async function listLiveReach(db: Db, tokenHashes: string[]): Promise<Map<string, string[]>> {
  const rows = await db.sql<{ hash: string; operations: string[] }[]>`
    select encode(x.token_hash, 'hex') as hash,
      array(select operation::text from user_operations where user_id = u.id order by position, operation) as operations
    from sessions x join users u on u.id = x.user_id
    where x.token_hash in (select decode(h, 'hex') from unnest(${tokenHashes}::text[]) h)
      and ${isOpen(db.sql)}`;
  return new Map(rows.map(({ hash, operations }) => [hash, operations]));
}
