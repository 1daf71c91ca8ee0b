import { closingMarks } from '../../machines/visit/facts.ts';
import type { Query } from '../connection/sql.ts';

/**
 * SQL: whether a visit is open, neither finished nor cancelled nor rescheduled. In the same words as the
 * partial indexes of visits, so that the planner matches them.
 * @param visit the statement's alias of the visit's row
 */
export const isOpenVisit = (sql: Query, visit: 'v' | 'visits' = 'v') =>
  sql`not ${sql.unsafe(closedCondition(visit))}`;

/** SQL: whether a visit is closed. */
export const isClosedVisit = (sql: Query, visit: 'v' | 'visits' = 'v') => sql.unsafe(closedCondition(visit));

/** As text, for statements that are composed of texts. */
export const closedCondition = (visit: string) =>
  `(${closingMarks.map((mark) => `${visit}.${mark}`).join(' or ')})`;
