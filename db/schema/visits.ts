import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import type { NoticeState } from '../../machines/notice/notice.ts';
import { statusIds } from '../../machines/visit/facts.ts';
import { elevenDigits, operationCode } from './numbers.ts';
import { operations, slots, symptoms, zones } from './operations.ts';
import { orders, orderTypes } from './orders.ts';
import { bytea, instant, technicians, users } from './people.ts';

/** Why a visit ends, or stays pending: data, not code (contract §4). */
export const reasons = pgTable(
  'reasons',
  {
    value: integer().primaryKey(),
    text: text().notNull(),
    cancels: boolean().notNull().default(false),
    finalizes: boolean().notNull().default(false),
    finalizesOrder: boolean().notNull().default(false),
    derives: boolean().notNull().default(false),
    reschedules: boolean().notNull().default(false),
    responsible: text({ enum: ['cliente', 'empresa', 'terceros'] }),
    /** The derivation of a closing that names none. Null: Contratista. */
    derivationType: smallint(),
    /** The reason of a customer's own step by the link; where none is marked, the first that fits. */
    customerStep: text({ enum: ['change', 'cancel'] }),
    /** The customer was not at home: the closing that the technician's arrival proves. */
    absence: boolean().notNull().default(false),
    /** What the technician who closes a visit by it has to bring. */
    needsSignature: boolean().notNull().default(false),
    needsPhoto: boolean().notNull().default(false),
  },
  (t) => [
    check('reasons_responsible', sql`${t.responsible} in ('cliente', 'empresa', 'terceros')`),
    check('reasons_customer_step', sql`${t.customerStep} in ('change', 'cancel')`),
    check('reasons_one_end', sql`not (${t.cancels} and ${t.finalizes})`),
  ],
);

/**
 * A visit. Partitioned by month of creation, by blocks of ids (`db/months/months.ts`), so that an id finds
 * its partition, stays unique and can be referenced. Its day is a plain date and its slot an id, never
 * instants. What the calendar shows of the order is copied at creation, so that a week is one range of one
 * index; the zone is the visit's own.
 */
export const visits = pgTable(
  'visits',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    operation: operationCode()
      .notNull()
      .references(() => operations.code),
    day: date({ mode: 'string' }).notNull(),
    slotId: integer()
      .notNull()
      .references(() => slots.id),
    zoneId: integer().references(() => zones.id, { onDelete: 'set null' }),
    orderNumber: elevenDigits()
      .notNull()
      .references(() => orders.number),
    orderType: integer()
      .notNull()
      .references(() => orderTypes.value),
    clientId: elevenDigits().notNull(),
    clientName: text().notNull(),
    clientAddress: text().notNull().default(''),
    nodeName: text().notNull().default(''),
    tag: text().notNull().default(''),
    symptomId: integer().references(() => symptoms.id),
    priority: smallint().notNull().default(0),

    technicianId: integer().references(() => technicians.id),
    assignedAt: instant(),
    statusId: integer().notNull().default(1),
    reasonId: integer().references(() => reasons.value),
    postponedAt: instant(),
    onTheWay: boolean().notNull().default(false),
    onTheWayAt: instant(),
    arrived: boolean().notNull().default(false),
    arrivedAt: instant(),
    /** By how many minutes its technician has said to run late; 0: they will not make it. Apart from what is measured. */
    runningLate: smallint(),
    delayed: boolean().notNull().default(false),
    delayedWhileOnTheWay: boolean().notNull().default(false),
    detached: boolean().notNull().default(false),
    detachedBy: text(),
    detachedComments: text(),
    finished: boolean().notNull().default(false),
    cancelled: boolean().notNull().default(false),
    rescheduled: boolean().notNull().default(false),
    closedAt: instant(),
    /** The state of the last message to the customer, kept here so that a week needs no second table. */
    customerNotice: text().$type<NoticeState>(),
    lateSchedule: boolean().notNull().default(false),
    /** The order inside its technician's slot, between those of its neighbours; null: as its id. */
    rank: doublePrecision(),
    /** It was put into a full slot on purpose; the reason is kept with the event. */
    overbooked: boolean().notNull().default(false),
    /** When the customer confirmed this day and slot. */
    confirmedAt: instant(),
    /** When the customer said 'Estoy en casa'. */
    atHomeAt: instant(),
    /** How many times the customer has moved it, along its chain. */
    customerChanges: smallint().notNull().default(0),
    /** The customer's answer afterwards: 'yes', solved. */
    customerAnswer: text().$type<'yes' | 'no'>(),

    rescheduledPrevious: integer(),
    rescheduledNext: integer(),
    rescheduleComments: text(),
    derivationType: smallint(),
    repairCode: text(),
    extraComments: text(),
    materialComments: text(),
    laborComments: text(),
    signature: bytea(),
    signatureName: text(),

    creatorId: integer().references(() => users.id),
    createdAt: instant().notNull().defaultNow(),
    /** Incremented by every change of this visit; a command may send the version it saw. */
    version: integer().notNull().default(1),
  },
  (t) => [
    index('visits_week').on(t.operation, t.day),
    index('visits_client').on(t.clientId),
    index('visits_open_of_technician')
      .on(t.technicianId, t.day)
      .where(sql`not (finished or cancelled or rescheduled)`),
    index('visits_open')
      .on(t.operation, t.day, t.slotId)
      .where(sql`not (finished or cancelled or rescheduled)`),
    index('visits_closed').on(t.operation, t.closedAt).where(sql`closed_at is not null`),
    check('visits_operation', sql`left(${t.orderNumber}, 3) = ${t.operation}`),
    check('visits_one_end', sql`${t.finished}::int + ${t.cancelled}::int + ${t.rescheduled}::int <= 1`),
    check(
      'visits_closed',
      sql`(${t.finished} or ${t.cancelled} or ${t.rescheduled}) = (${t.closedAt} is not null)`,
    ),
    check(
      'visits_on_the_way',
      sql`not ${t.onTheWay} or (${t.technicianId} is not null and ${t.closedAt} is null and not ${t.delayed})`,
    ),
    check('visits_delayed', sql`${t.delayed} = (${t.statusId} = ${sql.raw(String(statusIds.delayed))})`),
    check('visits_assigned', sql`(${t.technicianId} is null) = (${t.assignedAt} is null)`),
    check('visits_answer', sql`${t.customerAnswer} in ('yes', 'no')`),
    check('visits_derivation', sql`${t.derivationType} in (1, 2)`),
  ],
);

/**
 * At most one visit per technician on the way. A trigger maintains the rows from `visits.on_the_way`, because
 * no unique index spans the partitions.
 */
export const techniciansOnTheWay = pgTable(
  'technicians_on_the_way',
  {
    technicianId: integer()
      .notNull()
      .references(() => technicians.id),
    visitId: integer()
      .notNull()
      .references(() => visits.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ name: 'visits_one_on_the_way', columns: [t.technicianId] }),
    index('technicians_on_the_way_visit').on(t.visitId),
  ],
);

/** At most one successor per visit; a trigger maintains the rows from `visits.rescheduled_previous`. */
export const visitSuccessors = pgTable(
  'visit_successors',
  {
    previousId: integer()
      .notNull()
      .references(() => visits.id, { onDelete: 'cascade' }),
    nextId: integer()
      .notNull()
      .references(() => visits.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ name: 'visits_one_next', columns: [t.previousId] }),
    index('visit_successors_next').on(t.nextId),
  ],
);

/**
 * The visits of an order over all partitions; a trigger inserts the rows, and the command that withdraws a visit deletes
 * its row: a foreign key would need a second index of this size.
 */
export const orderVisits = pgTable(
  'order_visits',
  {
    orderNumber: elevenDigits().notNull(),
    visitId: integer().notNull(),
  },
  (t) => [primaryKey({ name: 'order_visits_pkey', columns: [t.orderNumber, t.visitId] })],
);

/**
 * Past months of visits (`db/months/settle-months.ts`) and the bounds of their content. The partition checks
 * the same bounds.
 */
export const settledMonths = pgTable('settled_months', {
  name: text().primaryKey(),
  /** Half-open range of ids. */
  firstId: integer().notNull(),
  endId: integer().notNull(),
  firstDay: date({ mode: 'string' }).notNull(),
  lastDay: date({ mode: 'string' }).notNull(),
  /** Null while some are open. */
  firstClosedAt: instant(),
  lastClosedAt: instant(),
  settledAt: instant().notNull().defaultNow(),
});

export const visitNotes = pgTable(
  'visit_notes',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    visitId: integer()
      .notNull()
      .references(() => visits.id, { onDelete: 'cascade' }),
    author: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
    text: text().notNull(),
  },
  (t) => [index('visit_notes_visit').on(t.visitId)],
);

export const visitItems = pgTable(
  'visit_items',
  {
    visitId: integer()
      .notNull()
      .references(() => visits.id, { onDelete: 'cascade' }),
    kind: text().$type<'material' | 'labor'>().notNull(),
    code: text().notNull(),
    name: text().notNull(),
    amount: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.visitId, t.kind, t.code] }),
    check('visit_items_amount', sql`${t.amount} between 1 and 9999999`),
  ],
);

/**
 * External links: random, kept as a hash, expiring, revocable. The token is derived from the nonce and a
 * secret outside the record, so that a message can be written again but a copy of the record opens no visit.
 */
export const visitLinks = pgTable(
  'visit_links',
  {
    tokenHash: bytea().primaryKey(),
    nonce: bytea().notNull(),
    visitId: integer()
      .notNull()
      .references(() => visits.id, { onDelete: 'cascade' }),
    createdAt: instant().notNull().defaultNow(),
    expiresAt: instant().notNull(),
    revokedAt: instant(),
    /** When its page was opened by a person, as far as its request shows; the last time to the hour. */
    firstOpenedAt: instant(),
    lastOpenedAt: instant(),
  },
  (t) => [index('visit_links_visit').on(t.visitId)],
);

/** Where the technician's device was at 'Llegué', if its user allowed it: at that moment only. */
export const visitArrivals = pgTable(
  'visit_arrivals',
  {
    visitId: integer()
      .primaryKey()
      .references(() => visits.id, { onDelete: 'cascade' }),
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
    /** In metres, as the device says; null: it does not. */
    accuracy: integer(),
  },
  (t) => [
    check(
      'visit_arrivals_place',
      sql`${t.latitude} between -90 and 90 and ${t.longitude} between -180 and 180`,
    ),
  ],
);

/** A visit's creation options besides its order's data (S2 §3 'Visit creation payload'); a reschedule copies them. */
export const visitRequests = pgTable('visit_requests', {
  visitId: integer()
    .primaryKey()
    .references(() => visits.id, { onDelete: 'cascade' }),
  /** Recipient of the customer's notices of this visit, instead of the client's address. */
  email: text(),
  /** Further orders of the visit. */
  relatedOrders: text().array().notNull().default([]),
});
