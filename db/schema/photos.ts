import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea, instant, technicians, users } from './people.ts';
import { visits } from './visits.ts';

/** The photos of a visit (contract §8). The picture is a file of the storage; its preview is here, so that a list needs no file. */
export const visitPhotos = pgTable(
  'visit_photos',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    visitId: integer()
      .notNull()
      .references(() => visits.id, { onDelete: 'cascade' }),
    technicianId: integer()
      .notNull()
      .references(() => technicians.id),
    takenAt: instant().notNull(),
    /** When it arrived; null: as it was taken. */
    reportedAt: instant(),
    /** Its name in the storage (`db/storage/`). */
    file: text().notNull(),
    bytes: integer().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    preview: bytea().notNull(),
  },
  (t) => [index('visit_photos_visit').on(t.visitId), unique('visit_photos_file').on(t.file)],
);

/** What has arrived of photos that are being sent; the user's own, for a day. */
export const photoPieces = pgTable(
  'photo_pieces',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    upload: uuid().notNull(),
    position: smallint().notNull(),
    bytes: bytea().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.upload, t.position] }),
    index('photo_pieces_age').on(t.createdAt),
    check('photo_pieces_position', sql`${t.position} between 0 and 79`),
  ],
);

/**
 * Files of the storage that no photo owns once the moment has passed: those being written, which their photo takes
 * out of here in its own transaction, and those of photos that were deleted.
 */
export const filesToDelete = pgTable('files_to_delete', {
  file: text().primaryKey(),
  dueAt: instant().notNull(),
});
