import { createHash } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg, { type ClientBase } from 'pg';
import { forNodePostgres } from '../../machines/process/database-url.ts';
import { isName, type Storage } from '../storage/storage.ts';

// The photos of a backup: `<file>.files/` beside the record's file. `SHA256SUMS` lists every photo that the record names,
// as `sha256sum -c` reads it; where photos are files of a folder they are there too, else the bucket keeps them.

/** As the record names it. */
export type PhotoFile = { file: string; bytes: number };

const sumsName = 'SHA256SUMS';
export const filesBeside = (backup: string): string => `${backup}.files`;

/** Read at once: enough for a bucket's round trips, few enough for memory. */
const abreast = 8;

/** The photos of the record, as of the client's transaction; none in a record from before there were photos. */
export async function listPhotoFiles(client: ClientBase): Promise<PhotoFile[]> {
  const { rows: there } = await client.query<{ is: boolean }>(
    `select to_regclass('public.visit_photos') is not null as is`,
  );
  if (!there[0]!.is) return [];
  const { rows } = await client.query<PhotoFile>('select file, bytes from visit_photos order by file');
  return rows;
}

/** The same of a database's address. */
export async function readPhotoFiles(url: string): Promise<PhotoFile[]> {
  const client = new pg.Client({ connectionString: forNodePostgres(url) });
  client.on('error', () => {});
  await client.connect();
  return listPhotoFiles(client).finally(() => client.end().catch(() => {}));
}

export type CopiedFiles = {
  photos: number;
  bytes: number;
  /** Copied now; the others are linked to those of the backup before. 0 with a bucket. */
  copied: number;
  /** Named by the record and not in the storage. */
  missing: string[];
};

/**
 * Copies the photos beside a backup, or only lists them with their hashes. A photo never changes, so that what the backup
 * before holds is linked, not copied: each backup is whole, and costs the new photos.
 * @param withContent false: the storage is a bucket, which keeps its content itself
 */
export async function copyPhotoFiles(
  photos: readonly PhotoFile[],
  storage: Storage,
  backup: string,
  { withContent }: { withContent: boolean },
): Promise<CopiedFiles> {
  const into = filesBeside(backup);
  const part = `${into}.part`;
  const before = await findBefore(backup);
  const previousSums = before ? await readSums(before) : new Map<string, string>();
  const sums = new Map<string, string>();
  const seen: CopiedFiles = { photos: 0, bytes: 0, copied: 0, missing: [] };
  await rm(part, { recursive: true, force: true });
  await mkdir(part, { recursive: true, mode: 0o700 });
  try {
    await inTurns(photos, async ({ file, bytes }) => {
      const place = path.join(part, file);
      if (withContent) await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
      const hash = previousSums.get(file);
      if (hash && (!withContent || (await linked(path.join(before!, file), place, bytes)))) {
        sums.set(file, hash);
      } else {
        const content = await storage.get(file);
        if (!content) return void seen.missing.push(file);
        if (withContent) {
          await writeFlushed(place, content);
          seen.copied++;
        }
        sums.set(file, hashOf(content));
      }
      seen.photos++;
      seen.bytes += bytes;
    });
    const lines = [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([file, hash]) => `${hash}  ${file}\n`);
    await writeFlushed(path.join(part, sumsName), Buffer.from(lines.join('')));
    await rename(part, into);
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
  return seen;
}

export type CheckedFiles = {
  /** As the record names them, and as the backup's list has them, where there is one. */
  right: number;
  /** Brought back from the backup. */
  restored: number;
  /** Neither in the storage nor in the backup. */
  missing: string[];
  /** In the storage with another content or length, and not in the backup. */
  different: string[];
  /** In the storage, and of no photo. */
  withoutPhoto: string[];
};

/**
 * Compares the photos of a record with the storage, and brings back from a backup what is missing or different.
 * @param backup the file of the record; null: nothing is brought back, and lengths alone are compared
 */
export async function checkPhotoFiles(
  photos: readonly PhotoFile[],
  storage: Storage,
  backup: string | null,
): Promise<CheckedFiles> {
  const beside = backup === null ? null : filesBeside(backup);
  const sums = beside ? await readSums(beside) : new Map<string, string>();
  const seen: CheckedFiles = { right: 0, restored: 0, missing: [], different: [], withoutPhoto: [] };
  await inTurns(photos, async ({ file, bytes }) => {
    const isRight = (content: Buffer) =>
      content.length === bytes && (!sums.has(file) || hashOf(content) === sums.get(file));
    const content = await storage.get(file);
    if (content && isRight(content)) return void seen.right++;
    const backupContent =
      beside && sums.has(file) ? await readFile(path.join(beside, file)).catch(() => null) : null;
    if (backupContent && isRight(backupContent)) {
      await storage.put(file, backupContent, 'image/jpeg');
      seen.restored++;
    } else seen[content ? 'different' : 'missing'].push(file);
  });
  const named = new Set(photos.map(({ file }) => file));
  for await (const file of storage.list())
    if (file.startsWith('photos/') && !named.has(file)) seen.withoutPhoto.push(file);
  return seen;
}

const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

async function inTurns<Item>(items: readonly Item[], act: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  await Promise.all(
    Array.from({ length: abreast }, async () => {
      for (const item of left) await act(item);
    }),
  );
}

/** The photos of the newest other backup in the same folder; null: there is none. */
async function findBefore(backup: string): Promise<string | null> {
  const folder = path.dirname(path.resolve(backup));
  const own = path.basename(filesBeside(backup));
  const names = (await readdir(folder)).filter((name) => name.endsWith('.files') && name !== own);
  const made = await Promise.all(
    names.map(async (name) => {
      const place = path.join(folder, name);
      return { place, at: (await stat(path.join(place, sumsName)).catch(() => null))?.mtimeMs ?? null };
    }),
  );
  const newest = made.filter(({ at }) => at !== null).sort((a, b) => b.at! - a.at!)[0];
  return newest?.place ?? null;
}

/** Empty where there is no list. */
async function readSums(folder: string): Promise<Map<string, string>> {
  const text = await readFile(path.join(folder, sumsName), 'utf8').catch((error) => {
    if ((error as { code?: string }).code === 'ENOENT') return '';
    throw error;
  });
  const sums = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [, hash, file] = /^([\da-f]{64}) {2}(.+)$/.exec(line) ?? [];
    if (hash && file && isName(file)) sums.set(file, hash);
  }
  return sums;
}

/** False where the file before is not there, is of another length, or cannot be linked. */
async function linked(from: string, to: string, bytes: number): Promise<boolean> {
  const before = await stat(from).catch(() => null);
  if (before?.size !== bytes) return false;
  return link(from, to).then(
    () => true,
    () => false,
  );
}

async function writeFlushed(place: string, content: Buffer): Promise<void> {
  await writeFile(place, content, { mode: 0o600, flag: 'wx' });
  const file = await open(place, 'r');
  await file.sync().finally(() => file.close());
}
