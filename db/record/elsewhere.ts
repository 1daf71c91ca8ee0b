import type { Fragment, Query } from '../connection/sql.ts';

/**
 * Whether the operation in this column lives here and is not about to leave: workers do nothing for others, so that no
 * message is sent by two installations (docs/operations/division.md). Read once a statement, of an index that is empty
 * in an installation of its own.
 */
export const livesHere = (sql: Query, column: Fragment): Fragment =>
  sql`${column} <> all (array(select code from operations where move_step is not null))`;
