import type { Db } from '../../connection/open.ts';
import { catalogue, findKept } from '../../reads/reports/kept/find-kept.ts';
import { type Part, type ReadPart, readPart } from '../../reads/reports/kept/part.ts';

/** A part's rows: kept ones, if valid, or counted now and kept. */
export async function keepReport(db: Db, part: Part, read: ReadPart = readPart): Promise<unknown[]> {
  const { report, operation, month } = part;
  const storedParts = await findKept(db, { report, operations: [operation], month });
  return storedParts.get(operation) ?? countReport(db, part, read);
}

type Stamp = { version: number; mark: number; catalogue: string; readAt: string };

/**
 * Counts a part now, and keeps it with what it was computed from. That is read before the rows: a change in
 * between may be in the rows, and is checked next time either way.
 */
export async function countReport(db: Db, part: Part, read: ReadPart = readPart): Promise<unknown[]> {
  const { sql, writes } = db;
  const { report, operation, month } = part;
  const [stamp] = await sql<Stamp[]>`
    select o.version, coalesce(m.mark, 0) as mark, (${catalogue(sql, report)}), now()::text as read_at
    from operations o left join report_marks m on m.operation = o.code and m.month = ${month} where o.code = ${operation}`;
  const rows = await read(db, part);
  if (stamp)
    await writes`
      insert into report_results (report, operation, month, version, mark, catalogue, rows, read_at)
      values (${report}, ${operation}, ${month}, ${stamp.version}, ${stamp.mark}, ${stamp.catalogue},
        ${JSON.stringify(rows)}::text::json, ${stamp.readAt}::text::timestamptz)
      on conflict (report, operation, month) do update set version = excluded.version, mark = excluded.mark,
        catalogue = excluded.catalogue, rows = excluded.rows, read_at = excluded.read_at, used_at = now()
      where report_results.read_at <= excluded.read_at`;
  return rows;
}
