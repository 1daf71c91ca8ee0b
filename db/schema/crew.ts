import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { skillModes } from '../../machines/visit/skills.ts';
import { operationCode } from './numbers.ts';
import { operations, symptoms } from './operations.ts';
import { orderTypes } from './orders.ts';
import { instant, technicians, users } from './people.ts';

/** Days on which a technician does not work, or slots of them. */
export const absences = pgTable(
  'absences',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    technicianId: integer()
      .notNull()
      .references(() => technicians.id, { onDelete: 'cascade' }),
    fromDay: date({ mode: 'string' }).notNull(),
    /** Included. */
    toDay: date({ mode: 'string' }).notNull(),
    /** Of any of the technician's operations; empty: the whole days. */
    slotIds: integer().array().notNull().default([]),
    reason: text().notNull().default(''),
    version: integer().notNull().default(1),
    createdBy: integer().references(() => users.id),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [
    index('absences_technician').on(t.technicianId, t.toDay),
    check('absences_days', sql`${t.fromDay} <= ${t.toDay}`),
  ],
);

/** What an operation does where a technician lacks a skill; no row: it warns. Its version is that of all its skills. */
export const skillRules = pgTable(
  'skill_rules',
  {
    operation: operationCode()
      .primaryKey()
      .references(() => operations.code),
    mode: text({ enum: skillModes }).notNull().default('warn'),
    version: integer().notNull().default(1),
  },
  (t) => [check('skill_rules_mode', sql`${t.mode} in ('off', 'warn', 'refuse')`)],
);

/** A skill of the operation's own list, such as 'fibra' or 'altura'. */
export const skills = pgTable(
  'skills',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    operation: operationCode()
      .notNull()
      .references(() => operations.code),
    name: text().notNull(),
  },
  (t) => [
    unique('skills_name').on(t.operation, t.name),
    check('skills_named', sql`length(${t.name}) between 1 and 40`),
  ],
);

export const technicianSkills = pgTable(
  'technician_skills',
  {
    skillId: integer()
      .notNull()
      .references(() => skills.id, { onDelete: 'cascade' }),
    technicianId: integer()
      .notNull()
      .references(() => technicians.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.skillId, t.technicianId] }),
    index('technician_skills_technician').on(t.technicianId),
  ],
);

/** Visits of this order type, of this symptom, or of both together, need the skill. */
export const skillNeeds = pgTable(
  'skill_needs',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    skillId: integer()
      .notNull()
      .references(() => skills.id, { onDelete: 'cascade' }),
    orderType: integer().references(() => orderTypes.value),
    symptomId: integer().references(() => symptoms.id),
  },
  (t) => [
    index('skill_needs_skill').on(t.skillId),
    check('skill_needs_something', sql`${t.orderType} is not null or ${t.symptomId} is not null`),
  ],
);
