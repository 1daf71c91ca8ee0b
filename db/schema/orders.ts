import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { addedAt } from './columns.ts';
import { digits, elevenDigits, operationCode } from './numbers.ts';
import { nodes, operations, symptoms } from './operations.ts';
import { bytea, instant } from './people.ts';
import { point, pointCheck } from './point.ts';

export const orderTypes = pgTable('order_types', {
  value: integer().primaryKey(),
  text: text().notNull(),
  addedAt: addedAt(),
  mergedInto: integer().references((): AnyPgColumn => orderTypes.value),
});

export const clients = pgTable(
  'clients',
  {
    id: elevenDigits().primaryKey(),
    operation: operationCode()
      .notNull()
      .references(() => operations.code),
    name: text().notNull(),
    status: text().notNull(),
    address: text().notNull().default(''),
    location: text().notNull().default(''),
    telephone: text(),
    email: text(),
    waNumber: text(),
    telegramChatId: text(),
    /** Of identity (DNI, CUIT), as its system writes it; only the search compares it. */
    document: text(),
    ...point(),
  },
  (t) => [
    check('clients_point', pointCheck(t)),
    index('clients_operation').on(t.operation),
    check('clients_number', sql`${t.id} ~ '^[0-9]{11}$' and left(${t.id}, 3) = ${t.operation}`),
  ],
);

/** A work order (OT). Open when status_id is 2 or less, fulfilled when 3, cancelled above (S1 §4). */
export const orders = pgTable(
  'orders',
  {
    number: elevenDigits().primaryKey(),
    uuid: uuid().notNull().unique().defaultRandom(),
    operation: operationCode()
      .notNull()
      .references(() => operations.code),
    type: integer()
      .notNull()
      .references(() => orderTypes.value),
    statusId: smallint().notNull().default(1),
    clientId: elevenDigits()
      .notNull()
      .references(() => clients.id),
    nodeId: integer().references(() => nodes.id),
    symptomId: integer().references(() => symptoms.id),
    tag: text().notNull().default(''),
    address: text().notNull().default(''),
    location: text().notNull().default(''),
    /** Of its address; null: its client's. */
    ...point(),
    telephone: text().notNull().default(''),
    detail: text().notNull().default(''),
    notes: text().notNull().default(''),
    contractor: boolean().notNull().default(false),
    repeatingFailures: smallint().notNull().default(0),
    repairCode: text(),
    createdAt: instant().notNull(),
    closedAt: instant(),
    closedByTechnicianId: integer(),
    /**
     * Its customer's personal data, and those of its dependents, were deleted
     * (`db/commands/retention/forget-personal-data.ts`).
     */
    forgotten: boolean().notNull().default(false),
  },
  (t) => [
    check('orders_point', pointCheck(t)),
    index('orders_pending').on(t.operation, t.createdAt).where(sql`status_id <= 2`),
    index('orders_client').on(t.clientId),
    // What a merge of two names moves, and how many orders have a name.
    index('orders_by_type').on(t.type, t.operation),
    index('orders_by_symptom').on(t.symptomId, t.operation),
    index('orders_by_node').on(t.nodeId),
    index('orders_to_forget').on(t.operation, t.closedAt).where(sql`not forgotten and closed_at is not null`),
    check('orders_number', sql`${t.number} ~ '^[0-9]{11}$' and left(${t.number}, 3) = ${t.operation}`),
    check('orders_closed', sql`(${t.statusId} <= 2) = (${t.closedAt} is null)`),
  ],
);

export const relatedOrders = pgTable(
  'related_orders',
  {
    orderNumber: elevenDigits()
      .notNull()
      .references(() => orders.number),
    relatedNumber: elevenDigits()
      .notNull()
      .references(() => orders.number),
  },
  (t) => [
    primaryKey({ columns: [t.orderNumber, t.relatedNumber] }),
    check('related_orders_other', sql`${t.orderNumber} <> ${t.relatedNumber}`),
  ],
);

export const orderServices = pgTable(
  'order_services',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    orderNumber: elevenDigits()
      .notNull()
      .references(() => orders.number),
    quantity: smallint().notNull(),
    name: text().notNull(),
  },
  (t) => [index('order_services_order').on(t.orderNumber)],
);

export const clientDevices = pgTable(
  'client_devices',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    clientId: elevenDigits()
      .notNull()
      .references(() => clients.id),
    type: text().notNull(),
    mac: text().notNull(),
    serial: text().notNull(),
  },
  (t) => [index('client_devices_client').on(t.clientId)],
);

export const tickets = pgTable(
  'tickets',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    clientId: elevenDigits()
      .notNull()
      .references(() => clients.id),
    orderNumber: elevenDigits().references(() => orders.number),
    title: text().notNull(),
    body: text().notNull(),
    createdAt: instant().notNull(),
    /** Its number in the ticketing system; null: made here. */
    number: text(),
  },
  (t) => [
    index('tickets_client').on(t.clientId),
    index('tickets_order').on(t.orderNumber),
    uniqueIndex('tickets_number').on(t.number),
  ],
);

export const ticketNotes = pgTable(
  'ticket_notes',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    ticketId: integer()
      .notNull()
      .references(() => tickets.id),
    priority: boolean().notNull().default(false),
    createdAt: instant().notNull(),
    author: text().notNull(),
    title: text().notNull(),
    body: text().notNull(),
    /** Its number in the ticketing system. */
    number: text(),
  },
  (t) => [
    index('ticket_notes_ticket').on(t.ticketId),
    uniqueIndex('ticket_notes_number').on(t.ticketId, t.number),
  ],
);

export const ticketFiles = pgTable(
  'ticket_files',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    noteId: integer()
      .notNull()
      .references(() => ticketNotes.id),
    name: text().notNull(),
    contentType: text().notNull(),
    content: bytea().notNull(),
  },
  (t) => [uniqueIndex('ticket_files_name').on(t.noteId, t.name)],
);

/** Materials and labour that a technician may record. */
export const items = pgTable(
  'items',
  {
    kind: text().$type<'material' | 'labor'>().notNull(),
    code: text().notNull(),
    name: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.code] }),
    check('items_kind', sql`${t.kind} in ('material', 'labor')`),
  ],
);

export const repairCodes = pgTable('repair_codes', { code: text().primaryKey(), text: text().notNull() });

/**
 * Each word that is searched for, once or a few times: what a word with a typing error is compared with. Triggers
 * insert the words; numbers are not in it. No unique index: concurrent intakes of one new word never wait.
 */
export const searchTerms = pgTable('search_terms', { term: digits().notNull() }, (t) => [
  index('search_terms_term').on(t.term),
]);
