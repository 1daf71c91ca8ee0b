import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkPhotoFiles, copyPhotoFiles, type PhotoFile } from '../../../db/backup/photo-files.ts';
import { openBucket } from '../../../db/storage/bucket.ts';
import { openFolder } from '../../../db/storage/folder.ts';
import type { Storage } from '../../../db/storage/storage.ts';

// The photos of a backup: beside the record's file, whole in each, and brought back by a restore (F27).

const root = mkdtempSync(path.join(tmpdir(), 'agenda-photo-files-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let storage: Storage;
let folder: string;
let photos: PhotoFile[];
const contentOf = (turn: number) => Buffer.alloc(1_000 + turn, turn);
const nameOf = (turn: number) => `photos/${turn}/7-${turn}.jpg`;
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

beforeEach(async () => {
  folder = mkdtempSync(path.join(root, 'case-'));
  storage = openFolder(path.join(folder, 'files'));
  photos = [];
  for (let turn = 1; turn <= 20; turn++) {
    await storage.put(nameOf(turn), contentOf(turn), 'image/jpeg');
    photos.push({ file: nameOf(turn), bytes: 1_000 + turn });
  }
});

const backupAt = (name: string) => path.join(folder, name);
const copy = (name: string, listed = photos) =>
  copyPhotoFiles(listed, storage, backupAt(name), { withContent: true });

describe('the photos of a folder', () => {
  it('stand beside the backup, each with its hash, as sha256sum reads it', async () => {
    expect(await copy('a.sql.gz')).toMatchObject({ photos: 20, copied: 20, missing: [] });
    const lines = readFileSync(path.join(backupAt('a.sql.gz.files'), 'SHA256SUMS'), 'utf8')
      .trim()
      .split('\n');
    expect(lines).toHaveLength(20);
    expect(lines).toContain(`${hashOf(contentOf(3))}  ${nameOf(3)}`);
    expect(readFileSync(path.join(backupAt('a.sql.gz.files'), nameOf(3))).equals(contentOf(3))).toBe(true);
    expect(statSync(backupAt('a.sql.gz.files')).mode & 0o777).toBe(0o700);
  });

  it('are copied once: the next backup has the same files, and lives on when the first is deleted', async () => {
    await copy('a.sql.gz');
    await storage.put(nameOf(21), contentOf(21), 'image/jpeg');
    const more = [...photos, { file: nameOf(21), bytes: 1_021 }];
    expect(await copy('b.sql.gz', more)).toMatchObject({ photos: 21, copied: 1 });
    rmSync(backupAt('a.sql.gz.files'), { recursive: true });
    rmSync(path.join(folder, 'files'), { recursive: true });
    const seen = await checkPhotoFiles(more, storage, backupAt('b.sql.gz'));
    expect(seen).toEqual({ right: 0, restored: 21, missing: [], different: [], withoutPhoto: [] });
    expect((await storage.get(nameOf(21)))!.equals(contentOf(21))).toBe(true);
  });

  it('that are not in the storage are named, and the others are kept', async () => {
    await storage.delete(nameOf(4));
    expect(await copy('a.sql.gz')).toMatchObject({ photos: 19, missing: [nameOf(4)] });
  });

  it('come back where they are missing or have another content, and only there', async () => {
    await copy('a.sql.gz');
    await storage.delete(nameOf(2));
    await storage.put(nameOf(5), Buffer.alloc(1_005, 9), 'image/jpeg');
    await storage.put('photos/99/7-later.jpg', Buffer.from('x'), 'image/jpeg');
    const seen = await checkPhotoFiles(photos, storage, backupAt('a.sql.gz'));
    expect(seen).toEqual({
      right: 18,
      restored: 2,
      missing: [],
      different: [],
      withoutPhoto: ['photos/99/7-later.jpg'],
    });
    for (const turn of [2, 5]) expect((await storage.get(nameOf(turn)))!.equals(contentOf(turn))).toBe(true);
    // What came after the backup is not the restore's to delete.
    expect(await storage.get('photos/99/7-later.jpg')).not.toBeNull();
  });

  it('that are damaged in the backup too are named, and nothing wrong is brought back', async () => {
    await copy('a.sql.gz');
    await storage.delete(nameOf(2));
    writeFileSync(path.join(backupAt('a.sql.gz.files'), nameOf(2)), Buffer.alloc(1_002, 77));
    const seen = await checkPhotoFiles(photos, storage, backupAt('a.sql.gz'));
    expect(seen).toMatchObject({ right: 19, restored: 0, missing: [nameOf(2)] });
    expect(await storage.get(nameOf(2))).toBeNull();
  });

  it('are compared by their length where there is no backup of them', async () => {
    await storage.put(nameOf(6), Buffer.from('short'), 'image/jpeg');
    const seen = await checkPhotoFiles(photos, storage, null);
    expect(seen).toMatchObject({ right: 19, different: [nameOf(6)], missing: [] });
  });

  it('leave no half of a backup where the storage fails', async () => {
    const failing: Storage = { ...storage, get: () => Promise.reject(new Error('no disk')) };
    const failed = copyPhotoFiles(photos, failing, backupAt('a.sql.gz'), { withContent: true });
    await expect(failed).rejects.toThrow('no disk');
    expect(existsSync(backupAt('a.sql.gz.files'))).toBe(false);
    expect(existsSync(backupAt('a.sql.gz.files.part'))).toBe(false);
  });
});

describe('the photos of a bucket', () => {
  let bucket: Storage;
  let server: S3rver;
  beforeAll(async () => {
    server = new S3rver({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      directory: path.join(root, randomUUID()),
      configureBuckets: [{ name: 'agenda' }],
    });
    const { port } = (await server.run()) as { port: number };
    bucket = openBucket({
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'agenda',
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    });
  });
  afterAll(() => server.close());

  it('are listed with their hashes, read once, and checked by a restore', async () => {
    for (const { file } of photos) await bucket.put(file, (await storage.get(file))!, 'image/jpeg');
    const list = { withContent: false };
    expect(await copyPhotoFiles(photos, bucket, backupAt('a.sql.gz'), list)).toMatchObject({ photos: 20 });
    expect(existsSync(path.join(backupAt('a.sql.gz.files'), 'photos'))).toBe(false);
    const unread: Storage = { ...bucket, get: () => Promise.reject(new Error('read again')) };
    expect(await copyPhotoFiles(photos, unread, backupAt('b.sql.gz'), list)).toMatchObject({ photos: 20 });
    await bucket.delete(nameOf(1));
    await bucket.put(nameOf(2), Buffer.alloc(1_002, 77), 'image/jpeg');
    expect(await checkPhotoFiles(photos, bucket, backupAt('b.sql.gz'))).toEqual({
      right: 18,
      restored: 0,
      missing: [nameOf(1)],
      different: [nameOf(2)],
      withoutPhoto: [],
    });
  });

  it('are all listed, over the pages in which the service answers', async () => {
    const names = Array.from({ length: 1_050 }, (_, turn) => `lista/${turn}.jpg`);
    for (let from = 0; from < names.length; from += 50)
      await Promise.all(
        names.slice(from, from + 50).map((name) => bucket.put(name, Buffer.from('x'), 'image/jpeg')),
      );
    const listed: string[] = [];
    for await (const name of bucket.list()) if (name.startsWith('lista/')) listed.push(name);
    expect(listed.sort()).toEqual(names.sort());
  });
});
