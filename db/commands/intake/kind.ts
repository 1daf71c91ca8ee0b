import type { z } from 'zod';
import type { Contact } from '../../../machines/customer/contact.ts';
import type { FieldChange } from '../../../machines/order/changed-fields.ts';
import type { Added, RowProblem } from '../../../machines/order/intake.ts';
import type { Frame } from '../../record/transact.ts';
import type { Touched } from './correct-visits.ts';

export type Outcome = 'created' | 'unchanged' | { changed: FieldChange[] } | RowProblem;

/** What a dry run would have written so far: `client.<id>`, `type.<value>`, `added.<…>`. Later rows may depend on it. */
export type Promised = Set<string>;

/** By what a row says that a client is reached, and where its fields stand in the row. */
export type GivenContact = { operation: string; within: string } & Partial<Contact>;

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
  ): Promise<{ outcomes: Outcome[]; added?: Added[]; save(): Promise<void> }>;
  /** What is judged of a row that is taken; it is marked, not refused, where it cannot be used. */
  contacts(row: z.output<Row>): GivenContact[];
  /** The orders and clients of these rows, whose open visits may have to be corrected. */
  touched(rows: z.output<Row>[]): Touched;
};
