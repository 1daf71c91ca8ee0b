import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { type CatalogueKind, catalogueKinds } from '../../machines/order/catalogue-merge.ts';
import { operationCode } from './numbers.ts';
import { operations } from './operations.ts';
import { instant, users } from './people.ts';

/** What else a merge moved, so that it can be taken back as it was. */
export type MovedSettings = {
  /** Names that had been merged into the one that is gone. */
  aliases: number[];
  /** Priorities that the target took over, with the version that they have since. */
  priorities: { operation: string; priority: number; before: number | null; version: number }[];
  /** What visits need: rows that moved, and rows that the target had already. */
  needs: {
    id: number;
    skillId: number;
    orderType: number | null;
    symptomId: number | null;
    moved: boolean;
  }[];
  /** Saved views that filter by an order type. */
  views: string[];
  /** Of a node: the zone that it left, and whether its target took its place there. */
  zone: { id: number; taken: boolean } | null;
};

/**
 * A name of a catalogue that was merged into another, once: the row of the name stays, with `merged_into`. What was
 * moved is kept for taking it back.
 */
export const catalogueMerges = pgTable(
  'catalogue_merges',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    kind: text().$type<CatalogueKind>().notNull(),
    /** Of a node; null: symptoms and order types are those of all operations. */
    operation: operationCode().references(() => operations.code),
    fromId: integer().notNull(),
    intoId: integer().notNull(),
    at: instant().notNull(),
    actorId: integer().references(() => users.id, { onDelete: 'set null' }),
    actorName: text().notNull(),
    undoneAt: instant(),
    undoneBy: text(),
    /** The operations whose orders were moved, or of the node. */
    operations: text().array().notNull(),
    /** The numbers of the orders that were moved. */
    orders: text().array().notNull(),
    pending: integer().notNull(),
    visits: integer().array().notNull(),
    settings: jsonb().$type<MovedSettings>().notNull(),
  },
  (t) => [
    index('catalogue_merges_at').on(t.at),
    check(
      'catalogue_merges_kind',
      sql`${t.kind} in (${sql.raw(catalogueKinds.map((kind) => `'${kind}'`).join(', '))})`,
    ),
    check('catalogue_merges_other', sql`${t.fromId} <> ${t.intoId}`),
    check('catalogue_merges_operation', sql`(${t.kind} = 'node') = (${t.operation} is not null)`),
  ],
);
