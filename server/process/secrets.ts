import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDataFolder } from '../../db/embedded/data-folder.ts';

/**
 * A secret of this installation: made once, kept in the data directory, readable by its owner only.
 * Concurrent processes get the same one.
 */
export function keepSecret(dataDir: string, name: string) {
  makeDataFolder(dataDir);
  const file = join(dataDir, name);
  if (!existsSync(file)) {
    // Written beside it and linked into place: no process reads half a secret or replaces an existing one.
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
