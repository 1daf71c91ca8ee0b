import { eq } from 'drizzle-orm';
import type { Db } from '../../connection/open.ts';
import { typed } from '../../connection/typed.ts';
import { logos } from '../../schema/index.ts';

/** A logo by its name, WebP; undefined: none is kept under it. */
export async function findLogo(db: Db, hash: string): Promise<Uint8Array | undefined> {
  const [row] = await typed(db.sql)
    .select({ picture: logos.picture })
    .from(logos)
    .where(eq(logos.hash, hash));
  return row?.picture;
}
