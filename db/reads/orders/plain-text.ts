import type { Query } from '../../connection/sql.ts';

/** A text as it is looked for: small letters, without the accents of Spanish. */
export const plainText = (sql: Query, text: ReturnType<Query>) =>
  sql`translate(lower(${text}), 'áéíóúüñÁÉÍÓÚÜÑ', 'aeiouunaeiouun')`;
