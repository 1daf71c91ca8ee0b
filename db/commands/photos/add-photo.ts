import { count, eq } from 'drizzle-orm';
import { z } from 'zod';
import { operationsOf } from '../../../machines/access/permissions.ts';
import { decideVisit } from '../../../machines/visit/machine.ts';
import { takesNoMore } from '../../../machines/visit/photos.ts';
import type { StepOf } from '../../../machines/visit/steps.ts';
import { isRefusal, type Refusal, refuse } from '../../../machines/words/refusals.ts';
import type { Query } from '../../connection/sql.ts';
import { typed } from '../../connection/typed.ts';
import type { EncodedPhoto } from '../../pictures/photo.ts';
import { lockStep } from '../../record/lock-step.ts';
import { reported } from '../../record/moment-of-step.ts';
import { takeStep } from '../../record/take-step.ts';
import { type Context, command, databaseNow } from '../../record/transact.ts';
import { findVisit } from '../../record/visit-row.ts';
import { filesToDelete, visitPhotos, visits } from '../../schema/index.ts';
import { happenedAt, id } from '../input.ts';

export const addPhotoInput = z.object({ visit_id: id, happened_at: happenedAt, file: z.string() });

/** The step as the machine decides it. `at`: when the photo arrived. */
async function photoStep(
  sql: Query,
  { visitId, technicianId, at }: { visitId: number; technicianId: number; at: Date },
): Promise<StepOf<'ADD_PHOTO'>> {
  const [[stored], [closed]] = await Promise.all([
    typed(sql).select({ photos: count() }).from(visitPhotos).where(eq(visitPhotos.visitId, visitId)),
    typed(sql).select({ at: visits.closedAt }).from(visits).where(eq(visits.id, visitId)),
  ]);
  return { type: 'ADD_PHOTO', technicianId, count: stored!.photos, late: takesNoMore(closed!.at, at) };
}

/**
 * Whether a photo of this visit would be refused now, before it is decoded and written; `addPhoto` asks again.
 * @returns null: it may be sent
 */
export async function refusePhoto(
  { db, actor, now }: Context,
  { visit_id }: { visit_id: number },
): Promise<Refusal | null> {
  const { technicianId } = actor;
  if (technicianId === null) return refuse('not-a-technician');
  const visit = await findVisit(db.sql, visit_id, operationsOf(actor));
  if (!visit) return refuse('visit-unknown');
  const at = now ?? (await databaseNow(db.sql));
  const step = await photoStep(db.sql, { visitId: visit.id, technicianId, at });
  const decision = decideVisit(visit, step, { at, by: actor.fullName });
  return decision.ok ? null : refuse(decision.refusal, { visitId: visit.id });
}

/**
 * A photo of a visit by its technician (contract §8), whose file is in the storage already: while the visit is open,
 * and for a day after. Its input is the same for the same sent photo, so that a repeated key answers as before.
 */
export const addPhoto = ({ content, width, height, preview }: EncodedPhoto) =>
  command({
    name: 'addPhoto',
    input: addPhotoInput,
    async run(frame, { visit_id, happened_at, file }) {
      const { technicianId } = frame.actor;
      if (technicianId === null) return refuse('not-a-technician');
      const arrivedAt = frame.now;
      const begun = await lockStep(frame, { visit_id, happened_at });
      if (isRefusal(begun)) return begun;
      const { visit, moment } = begun;
      const { tx } = frame;
      const step = await photoStep(tx, { visitId: visit.id, technicianId, at: arrivedAt });
      const decision = takeStep(frame, visit, step, { dataAlone: true });
      if (isRefusal(decision)) return decision;
      // Without its row the file may be deleted at any moment: then it is written again.
      const owned = await typed(tx)
        .delete(filesToDelete)
        .where(eq(filesToDelete.file, file))
        .returning({ file: filesToDelete.file });
      if (owned.length === 0) return refuse('photo-incomplete');
      const [photo] = await typed(tx)
        .insert(visitPhotos)
        .values({
          visitId: visit.id,
          technicianId,
          // The photo's own moment, also where a later step of the visit arrived before it.
          takenAt: happened_at ?? moment.now,
          reportedAt: moment.reportedAt,
          file,
          bytes: content.length,
          width,
          height,
          preview,
        })
        .returning({ id: visitPhotos.id });
      return { visit_id: visit.id, photo_id: photo!.id, photos: step.count + 1, ...reported(moment) };
    },
  });
