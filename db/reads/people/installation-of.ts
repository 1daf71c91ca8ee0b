import type { Db } from '../../connection/open.ts';
import { hashTokenText } from '../../secrets/links.ts';
import { isLive } from './session.ts';

/**
 * The installation where the user of a session finds an operation that left this one: the named one; without a name
 * the first of theirs, where none of theirs lives here. Null: this installation.
 */
export async function findInstallationOf(
  { sql }: Pick<Db, 'sql'>,
  token: string,
  operation: string | null,
): Promise<string | null> {
  const [row] = await sql<{ livesIn: string | null }[]>`
    select o.lives_in from sessions x join users u on u.id = x.user_id
    join user_operations r on r.user_id = u.id join operations o on o.code = r.operation
    where x.token_hash = decode(${hashTokenText(token)}, 'hex') and ${isLive(sql)}
      and (${operation}::text is null or r.operation = ${operation})
    order by (o.move_step is not null and o.move_step = 'left'), r.position, r.operation limit 1`;
  return row?.livesIn ?? null;
}

/** The installation of a customer's link: of its operation, where that has left this one. Undefined: the link is unknown here. */
export async function findInstallationOfLink(
  { sql }: Pick<Db, 'sql'>,
  token: string,
): Promise<string | null | undefined> {
  const [row] = await sql<{ livesIn: string | null }[]>`
    select case when o.move_step = 'left' then o.lives_in end as lives_in
    from visit_links l join visits v on v.id = l.visit_id join operations o on o.code = v.operation
    where l.token_hash = decode(${hashTokenText(token)}, 'hex')`;
  return row?.livesIn;
}
