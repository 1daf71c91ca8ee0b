import type { z } from 'zod';
import type { RowProblem } from '../../../machines/order/intake.ts';
import type { Frame } from '../../record/transact.ts';
import type { Touched } from './correct-visits.ts';

export type Outcome = 'created' | 'changed' | 'unchanged' | RowProblem;

/** What a dry run would have written so far: `client.<id>`, `type.<value>`. Later rows may depend on it. */
export type Promised = Set<string>;

/** One kind of intake rows. */
export type Kind<Row extends z.ZodType = z.ZodType> = {
  row: Row;
  /** The field with the row's number. */
  numberField: string;
  /**
   * Rows per transaction: few enough to let others in between, and to stay far below the limit of 5 s a statement.
   */
  perTransaction: number;
  /**
   * Decides on rows in order, each after those before it, and answers each in its place. Nothing is written
   * before `save`.
   */
  take(
    frame: Frame,
    rows: z.output<Row>[],
    promised: Promised,
  ): Promise<{ outcomes: Outcome[]; save(): Promise<void> }>;
  /** The orders and clients of these rows, whose open visits may have to be corrected. */
  touched(rows: z.output<Row>[]): Touched;
};
