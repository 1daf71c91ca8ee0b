import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../connection/open.ts';
import type { Query, Tx } from '../../connection/sql.ts';
import { anyOf, typed } from '../../connection/typed.ts';
import { filesToDelete, visitPhotos } from '../../schema/index.ts';
import type { Storage } from '../../storage/storage.ts';

/** How long a file may be without the photo that owns it: longer than any upload takes. */
const dueWithoutPhoto = (sql: Query) => sql`now() + interval '1 hour'`;

/** How many files of a user may be announced and without their photo: an hour's worth is not a way to fill the disk. */
const mostAnnounced = 16;

/** A photo's file: its name says whose it is. */
export const photoFile = (visitId: number, userId: number, upload: string) =>
  `photos/${visitId}/${userId}-${upload}.jpg`;

/**
 * Before it is written: a file whose photo is never recorded is deleted.
 * @returns false: too many of this user's are without their photo
 */
export async function announceFile(
  { writes }: Pick<Db, 'writes'>,
  userId: number,
  file: string,
): Promise<boolean> {
  const announced = await writes`
    insert into files_to_delete (file, due_at)
    select ${file}, ${dueWithoutPhoto(writes)} where (
      select count(*) from files_to_delete f
      where f.due_at > now() and f.file <> ${file} and f.file like ${`photos/%/${userId}-%`}) < ${mostAnnounced}
    on conflict (file) do update set due_at = excluded.due_at`;
  return announced.count === 1;
}

/** Its photo was refused: it is deleted by the workers' next pass, unless another request has recorded it. */
export async function discardFile({ writes }: Pick<Db, 'writes'>, file: string): Promise<void> {
  await writes`update files_to_delete set due_at = now() where file = ${file}`;
}

/** Files that are of no photo, as after a restore: deleted an hour from now, unless a photo takes one by then. */
export async function deleteUnnamedFiles({ writes }: Pick<Db, 'writes'>, files: string[]): Promise<void> {
  await writes`
    insert into files_to_delete (file, due_at)
    select f, ${dueWithoutPhoto(writes)} from unnest(${files}::text[]) f on conflict (file) do nothing`;
}

export const photoOfFile = async ({ sql: pool }: Pick<Db, 'sql'>, file: string): Promise<boolean> =>
  (await typed(pool).select({ id: visitPhotos.id }).from(visitPhotos).where(eq(visitPhotos.file, file)))
    .length > 0;

/** Photos that are forgotten: their files are deleted after the commit, by the workers' next pass. */
export async function deletePhotos(tx: Tx, visitIds: number[]): Promise<void> {
  const deleted = await typed(tx)
    .delete(visitPhotos)
    .where(anyOf(visitPhotos.visitId, visitIds))
    .returning({ file: visitPhotos.file });
  if (deleted.length === 0) return;
  await typed(tx)
    .insert(filesToDelete)
    .values(deleted.map(({ file }) => ({ file, dueAt: sql`now()` })))
    .onConflictDoUpdate({ target: filesToDelete.file, set: { dueAt: sql`now()` } });
}

/**
 * Deletes the files that are due, each in a transaction that holds its row: a photo that is being recorded waits
 * for it, and is then sent again. A storage that fails is asked again at the next pass.
 * @returns how many were deleted
 */
export async function deleteFiles(
  { transactions }: Pick<Db, 'transactions'>,
  storage: Storage,
): Promise<number> {
  for (let deleted = 0; ; deleted++) {
    const hadDue = await transactions.begin(async (tx) => {
      const [due] = await tx<{ file: string; owned: boolean }[]>`
        select f.file, exists (select 1 from visit_photos p where p.file = f.file) as owned
        from files_to_delete f where f.due_at <= now() order by f.due_at limit 1 for update of f skip locked`;
      if (!due) return false;
      if (!due.owned) await storage.delete(due.file);
      await typed(tx).delete(filesToDelete).where(eq(filesToDelete.file, due.file));
      return true;
    });
    if (!hadDue) return deleted;
  }
}
