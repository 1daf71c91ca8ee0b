import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { arrivalModes } from '../../machines/visit/arrival.ts';
import { addedAt } from './columns.ts';
import { operationCode } from './numbers.ts';
import { point, pointCheck } from './point.ts';

/** postgres.js answers an element that is null as NaN. */
const numbersOrNull = customType<{ data: (number | null)[]; driverData: (number | null)[] }>({
  dataType: () => 'smallint[]',
  fromDriver: (list) => list.map((value) => (Number.isNaN(value) ? null : value)),
});

/** Incremented by every change of a setting; a command may send the version it saw (ux.md U9). */
const version = () => integer().notNull().default(1);
const deletedAt = () => timestamp({ withTimezone: true });

/** Whose record this is, once operations are divided over installations (docs/operations/division.md); else empty. */
export const installation = pgTable(
  'installation',
  {
    onlyRow: boolean().primaryKey().default(true),
    name: text().notNull(),
  },
  (t) => [check('installation_only_row', sql`${t.onlyRow}`)],
);

export const moveSteps = ['draining', 'fenced', 'left'] as const;

/** An operation (the spec's subsidiary): a branch of the provider, named by its code of 3 digits. */
export const operations = pgTable(
  'operations',
  {
    code: operationCode().primaryKey(),
    name: text().notNull(),
    /** Incremented by every event: gapless, in commit order (design, habit 4). */
    version: bigint({ mode: 'number' }).notNull().default(0),
    onTheWayAllowed: boolean().notNull().default(true),
    /** Minutes after a slot's start at which an assigned visit is released; null: never. */
    autoReleaseMinutes: smallint(),
    canCloseOrder: boolean().notNull().default(true),
    allowEnterMaterialsAndLabors: boolean().notNull().default(true),
    /** Days after an order's closing within which materials and labour may still be entered. */
    itemsWithinDays: smallint().notNull().default(7),
    /** Months after an order's closing for which its customer's personal data are kept; null: for ever. */
    personalDataMonths: smallint(),
    /** The events' texts are deleted up to this instant. */
    eventsForgottenUntil: timestamp({ withTimezone: true }),
    /** Orders whose personal data are deleted and not yet in the audit log. */
    forgottenUntold: integer().notNull().default(0),
    /** The installation that it moves or has moved to, by its name; null: it lives in this one (docs/operations/division.md). */
    livesIn: text(),
    /**
     * How far its move is: its messages are not sent any more, then its events are refused, then its users are led to the
     * other installation.
     */
    moveStep: text({ enum: moveSteps }),
  },
  (t) => [
    check('operations_code_digits', sql`${t.code} ~ '^[0-9]{3}$'`),
    check('operations_move', sql`(${t.livesIn} is null) = (${t.moveStep} is null)`),
    check('operations_move_step', sql`${t.moveStep} in ('draining', 'fenced', 'left')`),
    index('operations_elsewhere').on(t.code).where(sql`move_step is not null`),
    check('operations_personal_data', sql`${t.personalDataMonths} between 6 and 240`),
    check('operations_auto_release', sql`${t.autoReleaseMinutes} between 1 and 1440`),
  ],
);

/** A deleted zone is kept for the names of its closed visits, but not offered. */
export const zones = pgTable(
  'zones',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    operation: operationCode()
      .notNull()
      .references(() => operations.code),
    name: text().notNull(),
    version: version(),
    deletedAt: deletedAt(),
  },
  (t) => [
    uniqueIndex('zones_name').on(t.operation, t.name).where(sql`deleted_at is null`),
    check('zones_named', sql`length(${t.name}) between 1 and 80`),
  ],
);

/** A network node; it belongs to at most one zone. One that was merged is in none, and stays as another name of its target. */
export const nodes = pgTable(
  'nodes',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    operation: operationCode()
      .notNull()
      .references(() => operations.code),
    name: text().notNull(),
    zoneId: integer().references(() => zones.id, { onDelete: 'set null' }),
    addedAt: addedAt(),
    mergedInto: integer().references((): AnyPgColumn => nodes.id),
    /** Its centre: the mean of its open orders' points (db/commands/intake/node-centres.ts). */
    ...point(),
  },
  (t) => [
    unique('nodes_name').on(t.operation, t.name),
    index('nodes_zone').on(t.zoneId),
    check('nodes_point', pointCheck(t)),
  ],
);

/** The streets of a town, drawn where an installation has no map of its own: the demo's. */
export const streetPlans = pgTable('street_plans', {
  operation: operationCode()
    .primaryKey()
    .references(() => operations.code),
  /** Each a line of [lon, lat]. */
  streets: jsonb().$type<[number, number][][]>().notNull(),
});

/**
 * A time slot (the spec's timestripe): whole local hours of a day, never instants. A deleted one is kept,
 * disabled, for the closed visits that reference it.
 */
export const slots = pgTable(
  'slots',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    operation: operationCode()
      .notNull()
      .references(() => operations.code),
    name: text().notNull(),
    fromHour: smallint().notNull(),
    toHour: smallint().notNull(),
    enabled: boolean().notNull().default(true),
    /** How many visits fit a day ('cupo'); null: any number. */
    capacity: smallint(),
    /** The same by weekday, Monday first; an element that is null: as `capacity` says. Null: every day alike. */
    capacityByWeekday: numbersOrNull(),
    version: version(),
    deletedAt: deletedAt(),
  },
  (t) => [
    index('slots_operation').on(t.operation),
    check('slots_capacity', sql`${t.capacity} between 1 and 999`),
    check('slots_weekdays', sql`cardinality(${t.capacityByWeekday}) = 7`),
    check('slots_deleted', sql`${t.deletedAt} is null or not ${t.enabled}`),
    check('slots_hours', sql`${t.fromHour} >= 7 and ${t.toHour} <= 23 and ${t.fromHour} < ${t.toHour}`),
    check('slots_named', sql`length(${t.name}) between 1 and 80`),
  ],
);

/** The capacity of a slot on a single day, in place of its own: a holiday, a training, a storm. */
export const slotDayCapacities = pgTable(
  'slot_day_capacities',
  {
    slotId: integer()
      .notNull()
      .references(() => slots.id, { onDelete: 'cascade' }),
    day: date({ mode: 'string' }).notNull(),
    /** 0: no visits that day. */
    capacity: smallint().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.slotId, t.day] }),
    check('slot_day_capacities_range', sql`${t.capacity} between 0 and 999`),
  ],
);

/**
 * The places of a slot on a day, counted by a trigger in the statement that changes a visit. A visit holds one until
 * it is cancelled or rescheduled. `over`: by how many the visits exceed the capacity with permission, or because it
 * was lowered; the check refuses every other visit beyond it.
 */
export const slotDays = pgTable(
  'slot_days',
  {
    operation: operationCode()
      .notNull()
      .references(() => operations.code),
    day: date({ mode: 'string' }).notNull(),
    slotId: integer()
      .notNull()
      .references(() => slots.id),
    /** Of that day; null: any number. */
    capacity: smallint(),
    taken: integer().notNull().default(0),
    over: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.operation, t.day, t.slotId] }),
    check('slot_days_taken', sql`${t.taken} >= 0 and ${t.over} >= 0`),
    check('slot_days_places', sql`${t.taken} <= ${t.capacity} + ${t.over}`),
  ],
);

/** What an operation allows its customers by their link; no row: nothing (machines/customer/conversation.ts). */
export const conversations = pgTable(
  'conversations',
  {
    operation: operationCode()
      .primaryKey()
      .references(() => operations.code),
    reminder: boolean().notNull().default(false),
    replies: boolean().notNull().default(false),
    question: boolean().notNull().default(false),
    noticeHours: smallint().notNull().default(24),
    changes: smallint().notNull().default(2),
    /** Customers are notified when their technician runs late. */
    late: boolean().notNull().default(false),
    /** 'Llegué': not used, offered to technicians, or asked of them before a closing for absence. */
    arrival: text({ enum: arrivalModes }).notNull().default('offered'),
    /** Who comes, for the customer's page; '': the operation's name stands for it. */
    company: text().notNull().default(''),
    /** Whom customers call, as it is to be read; '': no number is shown. */
    telephone: text().notNull().default(''),
    /** How its clients' telephones are read (machines/telephone/read-number.ts); '': as the installation says. */
    country: text().notNull().default(''),
    areaCode: text().notNull().default(''),
    /** Its systems write clients' names with the surname first and no comma. */
    surnameFirst: boolean().notNull().default(false),
    /** Its logo's name in `logos`; '': none. */
    logo: text().notNull().default(''),
    version: version(),
  },
  (t) => [
    check('conversations_notice', sql`${t.noticeHours} between 0 and 168`),
    check('conversations_country', sql`${t.country} ~ '^([A-Z]{2})?$'`),
    check('conversations_area_code', sql`${t.areaCode} ~ '^([1-9][0-9]{0,4})?$'`),
    check('conversations_arrival', sql`${t.arrival} in ('off', 'offered', 'asked')`),
    check('conversations_changes', sql`${t.changes} between 0 and 10`),
  ],
);

export const symptoms = pgTable('symptoms', {
  id: integer().primaryKey().generatedByDefaultAsIdentity(),
  text: text().notNull(),
  addedAt: addedAt(),
  mergedInto: integer().references((): AnyPgColumn => symptoms.id),
});

/** A symptom's urgency in an operation, 0 to 99 (S2 §5). */
export const priorities = pgTable(
  'priorities',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    operation: operationCode()
      .notNull()
      .references(() => operations.code),
    symptomId: integer()
      .notNull()
      .references(() => symptoms.id),
    priority: smallint().notNull().default(0),
    version: version(),
  },
  (t) => [
    unique('priorities_symptom').on(t.operation, t.symptomId),
    check('priorities_range', sql`${t.priority} between 0 and 99`),
  ],
);
