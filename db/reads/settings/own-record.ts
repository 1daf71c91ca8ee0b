import type { Db } from '../../connection/open.ts';

/**
 * Whether this record is still that of the installation that it was copied from: promoted, but the operations that move
 * to `installation` are not there yet (db/commands/division/move-operations.ts). Its processes would do the other's work.
 */
export async function isAnothersRecord({ sql }: Pick<Db, 'sql'>, installation: string): Promise<boolean> {
  const rows = await sql`select 1 from operations where lives_in = ${installation} limit 1`;
  return rows.length > 0;
}
