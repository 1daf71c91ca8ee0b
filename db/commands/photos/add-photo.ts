import { count, eq } from 'drizzle-orm';
import { z } from 'zod';
import { takesNoMore } from '../../../machines/visit/photos.ts';
import { isRefusal, refuse } from '../../../machines/words/refusals.ts';
import { typed } from '../../connection/typed.ts';
import type { EncodedPhoto } from '../../pictures/photo.ts';
import { lockStep } from '../../record/lock-step.ts';
import { reported } from '../../record/moment-of-step.ts';
import { takeStep } from '../../record/take-step.ts';
import { command } from '../../record/transact.ts';
import { filesToDelete, visitPhotos, visits } from '../../schema/index.ts';
import { happenedAt, id } from '../input.ts';

export const addPhotoInput = z.object({ visit_id: id, happened_at: happenedAt, file: z.string() });

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
      const [[kept], [closed]] = await Promise.all([
        typed(tx).select({ photos: count() }).from(visitPhotos).where(eq(visitPhotos.visitId, visit.id)),
        typed(tx).select({ at: visits.closedAt }).from(visits).where(eq(visits.id, visit.id)),
      ]);
      const late = takesNoMore(closed!.at, arrivedAt);
      const decision = takeStep(
        frame,
        visit,
        { type: 'ADD_PHOTO', technicianId, count: kept!.photos, late },
        { dataAlone: true },
      );
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
      return { visit_id: visit.id, photo_id: photo!.id, photos: kept!.photos + 1, ...reported(moment) };
    },
  });
