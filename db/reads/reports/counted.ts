import type { Month } from '../../../machines/calendar/month.ts';
import type { CountColumn, CountingReport } from '../../../machines/report/counted-visits.ts';
import type { Db } from '../../connection/open.ts';
import type { Fragment, Query } from '../../connection/sql.ts';

/** For each count of a report the condition on `v` under which a visit is counted. */
export type Counted<Name extends CountingReport> = (sql: Query) => Record<CountColumn<Name>, Fragment>;

/**
 * The rows that a count is of: `id` of the visit, `subject` as `countedBy` names the report's rows, `at`: the instant of
 * what is counted, or null where the visit's own day is.
 */
export type Behind<Name extends CountingReport> = (
  db: Db,
  operations: string[],
  month: Month,
  column: CountColumn<Name>,
) => Fragment;
