import type { Sql } from '../connection/sql.ts';
import { visitColumns } from '../reads/visits/calendar-row.ts';

/** How long after its last day a month is indexed: by then its visits hardly change. */
const restDays = 31;

/** An arbitrary constant. */
const lockNumber = 7_341_911;

const indexColumns = ['operation', 'day', ...visitColumns.filter((column) => column !== 'day')];

/**
 * Gives each settled month a covering index of what a calendar shows, by operation and day. In the table visits are
 * in the order of creation over all operations: one operation's week is on as many pages as it has visits, and old
 * weeks are not cached. In the index they are adjacent. Rewriting the table in that order would take no space, but
 * locks it, and with it every plan that includes its month. Reads and writes continue during the work. With several
 * workers one works. An interrupted index, or one with other columns than this version's, is made again.
 *
 * @param sql one connection without time limits, outside of any transaction
 * @returns the partitions that got an index
 */
export async function indexSettledWeeks(sql: Sql): Promise<string[]> {
  const [lock] = await sql<{ had: boolean }[]>`select pg_try_advisory_lock(${lockNumber}) as had`;
  if (!lock!.had) return [];
  try {
    const months = await sql<{ name: string; found: boolean; fits: boolean; seen: boolean }[]>`
      select m.name, i.indexrelid is not null as found, c.relallvisible = c.relpages as seen, coalesce(i.indisvalid, false) and (
        select array_agg(a.attname::text order by a.attnum) from pg_attribute a where a.attrelid = i.indexrelid
      ) = ${indexColumns}::text[] as fits
      from settled_months m join pg_class c on c.oid = m.name::regclass left join pg_index i on i.indexrelid = to_regclass(m.name || '_settled_weeks')
      where m.last_day < current_date - ${restDays}::int order by m.first_id desc`;
    const made: string[] = [];
    for (const { name, found: hasIndex, fits, seen } of months) {
      const index = `${name}_settled_weeks`;
      if (!fits) {
        if (hasIndex) await sql.unsafe(`drop index concurrently ${index}`);
        await sql.unsafe(
          `create index concurrently ${index} on ${name} (operation, day) include (${indexColumns.slice(2).join(', ')})`,
        );
        made.push(name);
      }
      // Pages are not marked all-visible while an older snapshot, such as a backup's, is open: retried next time.
      if (!fits || !seen) await sql.unsafe(`vacuum ${name}`);
    }
    return made;
  } finally {
    await sql`select pg_advisory_unlock(${lockNumber})`;
  }
}
