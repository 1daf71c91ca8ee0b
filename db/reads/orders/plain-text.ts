import type { Query } from '../../connection/sql.ts';

/** A text for searching: lower case, without Spanish accents. */
export const plainText = (sql: Query, text: ReturnType<Query>) =>
  sql`translate(lower(${text}), 'áéíóúüñÁÉÍÓÚÜÑ', 'aeiouunaeiouun')`;
