import { z } from 'zod';

/**
 * A backup file, unpacked by gunzip: a script that psql accepts. A first comment names the format and the schema; each
 * table is a COPY with its rows; a last comment holds counts and hashes. A file without its last comment was cut.
 *
 *     -- agenda-tecnica backup {"format":1,"madeAt":"…","schema":{"version":1795,"name":"0009_request_id"}}
 *     copy "operations" ("code","name",…) from stdin;
 *     101	Operación 101	…
 *     \.
 *     -- end {"tables":{"operations":{"rows":6,"sha256":"…"},…},"identities":[…]}
 */
export const headMark = '-- agenda-tecnica backup ';
export const endMark = '-- end ';
/** The end of COPY's rows, which no row can equal: backslashes in rows are doubled. */
export const rowsEnd = '\\.';

export const headShape = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  schema: z.object({ version: z.number(), name: z.string() }),
  /** Parents before children. */
  partitions: z.array(
    z.object({ name: z.string(), parent: z.string(), bound: z.string(), key: z.string().nullable() }),
  ),
});
export type Head = z.infer<typeof headShape>;

export const endShape = z.object({
  tables: z.record(z.string(), z.object({ rows: z.number(), sha256: z.string() })),
  identities: z.array(
    z.object({ table: z.string(), column: z.string(), last: z.number(), called: z.boolean() }),
  ),
});
export type End = z.infer<typeof endShape>;

/** The number of rows in a chunk of COPY's text; line breaks in values are escaped. */
export function countRows(piece: Uint8Array): number {
  let rows = 0;
  for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, at + 1)) rows++;
  return rows;
}
