import type { z } from 'zod';
import type { RowProblem } from '../../../machines/order/intake.ts';
import type { Frame } from '../../record/transact.ts';
import type { Touched } from './correct-visits.ts';

/** What became of a row. */
export type Outcome = 'created' | 'changed' | 'unchanged' | RowProblem;

/**
 * What a dry run would have written so far: `client.<id>`, `type.<value>`. A
 * later row may count on it.
 */
export type Promised = Set<string>;

/** One kind of rows that an intake takes. */
export type Kind<Row extends z.ZodType = z.ZodType> = {
  row: Row;
  /** The field by which the feed knows a row. */
  numberField: string;
  /** Rows a transaction: few enough to leave others their turn, and to stay far from the limit of 5 s a statement. */
  perTransaction: number;
  /**
   * Decides on rows in their order, each as if it were alone after those before
   * it, and answers each in its place. Nothing is written before `save`.
   */
  take(
    frame: Frame,
    rows: z.output<Row>[],
    promised: Promised,
  ): Promise<{ outcomes: Outcome[]; save(): Promise<void> }>;
  /** The orders and clients that these rows are about, whose open visits may be corrected by them. */
  touched(rows: z.output<Row>[]): Touched;
};
