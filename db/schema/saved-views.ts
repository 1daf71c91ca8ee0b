import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, users } from './people.ts';

/** A board as a user saved it under a name (contract §13). */
export const savedViews = pgTable(
  'saved_views',
  {
    /** 128 random bits: a user who has it may open the view. */
    id: text().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    board: text({ enum: ['jefetec', 'calendario'] }).notNull(),
    /** Codes, the main one first. Apart from the filters, because each reader receives only their own of them. */
    operations: text().array().notNull(),
    filters: text().notNull(),
    isDefault: boolean().notNull().default(false),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('saved_views_name').on(t.userId, sql`lower(${t.name})`),
    uniqueIndex('saved_views_default').on(t.userId).where(sql`${t.isDefault}`),
    check('saved_views_board', sql`${t.board} in ('jefetec', 'calendario')`),
    check('saved_views_operations', sql`cardinality(${t.operations}) <= 4`),
  ],
);
