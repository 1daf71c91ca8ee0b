import { pgTable, text } from 'drizzle-orm/pg-core';
import { bytea } from './people.ts';

/** Logos by the hash of their picture: what has been shown under a name never changes. */
export const logos = pgTable('logos', {
  hash: text().primaryKey(),
  picture: bytea().notNull(),
});
