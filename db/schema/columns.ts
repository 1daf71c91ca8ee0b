import type { Table } from 'drizzle-orm';
import { timestamp } from 'drizzle-orm/pg-core';

/**
 * Columns of a table, for the result of a raw statement that selects them: renaming one in the schema does not
 * compile here. What the statement computes is added by hand.
 */
export type Columns<Of extends Table, Names extends keyof Of['$inferSelect']> = Pick<
  Of['$inferSelect'],
  Names
>;

/** Columns of an outer join, null where there is no row. */
export type Nullable<Row> = { [Name in keyof Row]: Row[Name] | null };

/** When an intake added a name to a catalogue; null: it was there before this was kept, or is part of the demo. */
export const addedAt = () => timestamp({ withTimezone: true });
