import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { checkName, isName, type Storage } from './storage.ts';

/** Files in a folder of this machine, which all processes of an installation share. */
export function openFolder(folder: string): Storage {
  const placeOf = (name: string) => path.resolve(folder, ...checkName(name).split('/'));
  return {
    async put(name, bytes) {
      const place = placeOf(name);
      // Its folder may be removed as empty before the file is in it.
      await write(place, bytes).catch((error) =>
        isMissing(error) ? write(place, bytes) : Promise.reject(error),
      );
    },
    async get(name) {
      return readFile(placeOf(name)).catch((error) => {
        if (isMissing(error)) return null;
        throw error;
      });
    },
    async delete(name) {
      const place = placeOf(name);
      await rm(place, { force: true });
      const within = path.dirname(place);
      // Refused where another file is in it.
      if (within !== path.resolve(folder)) await rmdir(within).catch(() => {});
    },
    async *list() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error) => {
        if (isMissing(error)) return [];
        throw error;
      });
      for (const entry of entries) {
        const name = path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/');
        // What is being written has another ending.
        if (entry.isFile() && isName(name)) yield name;
      }
    },
  };
}

const isMissing = (error: unknown) => (error as { code?: string }).code === 'ENOENT';

/** Written beside its place and moved there: a reader never sees half a file, nor do two who write the same one. */
async function write(place: string, bytes: Uint8Array) {
  const within = path.dirname(place);
  await mkdir(within, { recursive: true, mode: 0o700 });
  const written = `${place}.${randomUUID()}.part`;
  try {
    await flushed(written, 'wx', (file) => file.writeFile(bytes));
    await rename(written, place);
  } catch (error) {
    await rm(written, { force: true });
    throw error;
  }
  await flushed(within, 'r');
}

type Opened = Awaited<ReturnType<typeof open>>;

/** On the disk, so that a power cut after the answer loses nothing. */
async function flushed(place: string, flags: string, write?: (file: Opened) => Promise<void>) {
  const file = await open(place, flags, 0o600);
  try {
    await write?.(file);
    await file.sync();
  } finally {
    await file.close();
  }
}
