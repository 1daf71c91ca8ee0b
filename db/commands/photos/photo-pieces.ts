import { and, asc, eq, sql } from 'drizzle-orm';
import { type Refusal, refuse } from '../../../machines/words/refusals.ts';
import type { Db } from '../../connection/open.ts';
import { typed } from '../../connection/typed.ts';
import { photoPieces } from '../../schema/index.ts';

/** What a user's unfinished photos may take together, in bytes. */
const mostBytes = 26_214_400;
/** Photos of a user that are half sent. A phone sends one after the other. */
const mostUploads = 8;

const ofUpload = (userId: number, upload: string) =>
  and(eq(photoPieces.userId, userId), eq(photoPieces.upload, upload));

/** Keeps a piece of a photo, which is not empty. Sent again it stays as it came first. */
export async function keepPiece(
  { sql: pool, writes }: Pick<Db, 'sql' | 'writes'>,
  userId: number,
  { upload, position, bytes }: { upload: string; position: number; bytes: Buffer },
): Promise<Refusal | null> {
  const [stored] = await typed(pool)
    .select({
      bytes: sql<number>`coalesce(sum(length(${photoPieces.bytes})), 0)::int`,
      others: sql<number>`count(distinct ${photoPieces.upload}) filter (where ${photoPieces.upload} <> ${upload})::int`,
    })
    .from(photoPieces)
    .where(eq(photoPieces.userId, userId));
  if (stored!.bytes + bytes.length > mostBytes || stored!.others >= mostUploads)
    return refuse('photos-half-sent');
  await typed(writes).insert(photoPieces).values({ userId, upload, position, bytes }).onConflictDoNothing();
  return null;
}

/** Which pieces have arrived, by their positions. */
export async function listPieces(
  { sql: pool }: Pick<Db, 'sql'>,
  userId: number,
  upload: string,
): Promise<number[]> {
  const rows = await typed(pool)
    .select({ position: photoPieces.position })
    .from(photoPieces)
    .where(ofUpload(userId, upload))
    .orderBy(asc(photoPieces.position));
  return rows.map(({ position }) => position);
}

/** The photo put together; null: some of its pieces have not arrived. */
export async function joinPieces(
  { sql: pool }: Pick<Db, 'sql'>,
  userId: number,
  upload: string,
  count: number,
): Promise<Buffer | null> {
  const rows = await typed(pool)
    .select({ position: photoPieces.position, bytes: photoPieces.bytes })
    .from(photoPieces)
    .where(ofUpload(userId, upload))
    .orderBy(asc(photoPieces.position));
  const whole = rows.length === count && rows.every(({ position }, index) => position === index);
  return whole ? Buffer.concat(rows.map(({ bytes }) => bytes)) : null;
}

export const deletePieces = ({ writes }: Pick<Db, 'writes'>, userId: number, upload: string) =>
  typed(writes).delete(photoPieces).where(ofUpload(userId, upload));
