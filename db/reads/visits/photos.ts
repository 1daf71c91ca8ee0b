import { and, asc, eq } from 'drizzle-orm';
import { type Actor, operationsOf } from '../../../machines/access/permissions.ts';
import type { Db } from '../../connection/open.ts';
import { anyOf, typed } from '../../connection/typed.ts';
import { type Columns, technicians, visitPhotos, visits } from '../../schema/index.ts';

export type VisitPhoto = Columns<
  typeof visitPhotos,
  'id' | 'takenAt' | 'reportedAt' | 'bytes' | 'width' | 'height'
> & { technicianName: string };

/** A visit's photos within the actor's operations, in the order in which they were taken. */
export const listPhotos = (
  { sql }: Pick<Db, 'sql'>,
  actor: Pick<Actor, 'operations'>,
  visitId: number,
): Promise<VisitPhoto[]> =>
  typed(sql)
    .select({
      id: visitPhotos.id,
      takenAt: visitPhotos.takenAt,
      reportedAt: visitPhotos.reportedAt,
      bytes: visitPhotos.bytes,
      width: visitPhotos.width,
      height: visitPhotos.height,
      technicianName: technicians.name,
    })
    .from(visitPhotos)
    .innerJoin(visits, eq(visits.id, visitPhotos.visitId))
    .innerJoin(technicians, eq(technicians.id, visitPhotos.technicianId))
    .where(and(eq(visitPhotos.visitId, visitId), anyOf(visits.operation, operationsOf(actor))))
    .orderBy(asc(visitPhotos.takenAt), asc(visitPhotos.id));

/** A photo within the actor's operations: where its file is, and its preview. */
export async function findPhoto(
  { sql }: Pick<Db, 'sql'>,
  actor: Pick<Actor, 'operations'>,
  id: number,
): Promise<Columns<typeof visitPhotos, 'file' | 'preview'> | undefined> {
  const [photo] = await typed(sql)
    .select({ file: visitPhotos.file, preview: visitPhotos.preview })
    .from(visitPhotos)
    .innerJoin(visits, eq(visits.id, visitPhotos.visitId))
    .where(and(eq(visitPhotos.id, id), anyOf(visits.operation, operationsOf(actor))));
  return photo;
}
