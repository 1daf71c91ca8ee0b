import { bigint, date, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { operationCode } from './numbers.ts';
import { operations } from './operations.ts';

const ms = () => bigint({ mode: 'number' }).notNull();

/**
 * The segments of the visits that an operation finished on a day that is over, summed: a month of many operations
 * needs the dates of hundreds of thousands of orders otherwise. A day without a row has not been summed yet, or has
 * to be again; `db/reads/reports/README.md` says how they are kept right.
 */
export const segmentDays = pgTable(
  'segment_days',
  {
    operation: operationCode()
      .notNull()
      .references(() => operations.code),
    day: date({ mode: 'string' }).notNull(),
    count: integer().notNull(),
    /** Of them, those whose order has a ticket. */
    ticketed: integer().notNull(),
    ticketToOrderMs: ms(),
    orderToVisitMs: ms(),
    visitMs: ms(),
    totalMs: ms(),
  },
  (t) => [primaryKey({ columns: [t.operation, t.day] })],
);
