import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The cluster's password, made once and readable only by its owner. */
export function keepPassword(dataDir: string, cluster: string) {
  const file = join(dataDir, 'postgres-password');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  if (existsSync(join(cluster, 'PG_VERSION'))) {
    throw new Error(
      `${file} is missing, and ${cluster} cannot be opened without it: restore it, or move both elsewhere.`,
    );
  }
  const password = randomBytes(24).toString('hex');
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  return password;
}
