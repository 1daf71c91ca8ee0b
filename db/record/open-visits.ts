import { closingMarks } from '../../machines/visit/facts.ts';
import type { Query } from '../connection/sql.ts';

/**
 * SQL: whether a visit is open, neither finished nor cancelled nor rescheduled. The partial indexes of visits have the
 * same words, so that the planner finds them.
 * @param visit the name by which the statement calls the visit's row
 */
export const isOpenVisit = (sql: Query, visit: 'v' | 'visits' = 'v') =>
  sql`not ${sql.unsafe(closedCondition(visit))}`;

/** SQL: whether a visit has ended, in whichever way. */
export const isClosedVisit = (sql: Query, visit: 'v' | 'visits' = 'v') => sql.unsafe(closedCondition(visit));

/** The same as text, for a statement that is put together from texts. */
export const closedCondition = (visit: string) =>
  `(${closingMarks.map((mark) => `${visit}.${mark}`).join(' or ')})`;
