import { z } from 'zod';

/**
 * What a backup file is, once unpacked by gunzip: a script that psql takes, too. A first comment says what it is and
 * of which schema; each table is a COPY with its rows; a last comment holds what to check. A file without its last
 * comment was cut.
 *
 *     -- agenda-tecnica backup {"format":1,"madeAt":"…","schema":{"version":1795,"name":"0009_request_id"}}
 *     copy "operations" ("code","name",…) from stdin;
 *     101	Operación 101	…
 *     \.
 *     -- end {"tables":{"operations":{"rows":6,"sha256":"…"},…},"identities":[…]}
 */
export const headMark = '-- agenda-tecnica backup ';
export const endMark = '-- end ';
/** COPY's own end of rows: no row is written like this, a backslash in one is doubled. */
export const rowsEnd = '\\.';

export const headShape = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  schema: z.object({ version: z.number(), name: z.string() }),
  /** Parts of partitioned tables, each after what it is a part of. */
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

/** How many rows are in this piece of COPY's text: a line break in a value is written as two other characters. */
export function countRows(piece: Uint8Array): number {
  let rows = 0;
  for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, at + 1)) rows++;
  return rows;
}
