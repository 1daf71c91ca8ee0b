import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { checkName, type Storage } from './storage.ts';

/** Files in a folder of this machine, which all processes of an installation share. */
export function openFolder(folder: string): Storage {
  const placeOf = (name: string) => path.join(folder, ...checkName(name).split('/'));
  return {
    async put(name, bytes) {
      const place = placeOf(name);
      const within = path.dirname(place);
      await mkdir(within, { recursive: true, mode: 0o700 });
      // Written beside its place and moved there: a reader never sees half a file.
      const written = `${place}.${process.pid}.part`;
      await flushed(written, 'w', (file) => file.writeFile(bytes));
      await rename(written, place);
      await flushed(within, 'r');
    },
    async get(name) {
      return readFile(placeOf(name)).catch((error) => {
        if ((error as { code?: string }).code === 'ENOENT') return null;
        throw error;
      });
    },
    async delete(name) {
      await rm(placeOf(name), { force: true });
    },
  };
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
