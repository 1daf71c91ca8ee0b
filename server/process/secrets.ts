import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDataFolder } from '../../db/embedded/data-folder.ts';

/**
 * A secret of this installation: made once, kept in the data folder, readable by its owner only.
 * Two processes that ask at the same moment get the same one.
 */
export function keepSecret(dataDir: string, name: string) {
  makeDataFolder(dataDir);
  const file = join(dataDir, name);
  if (!existsSync(file)) {
    // Linked into its place, not written there: nobody may read half a secret, or replace the other's.
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
    try {
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft);
    }
  }
  return readFileSync(file, 'utf8').trim();
}
