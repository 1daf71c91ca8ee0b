import { createHash, randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Account, runAs } from './account.ts';

const recordOf = (dataDir: string) => join(dataDir, 'postgres-is-at');

/** The recorded place of this data directory's cluster. */
export function recordedPlace(dataDir: string) {
  const record = recordOf(dataDir);
  return existsSync(record) ? readFileSync(record, 'utf8').trim() : join(dataDir, 'postgres');
}

/**
 * The cluster's place: inside the data directory, unless PostgreSQL's account may not go there (a clone under
 * /root). Then in a directory outside, whose path the data directory records. After the data directory was
 * deleted a new place is chosen: it must not find the old data again.
 */
export async function choosePlace(dataDir: string, account: Account) {
  const place = recordedPlace(dataDir);
  if (existsSync(recordOf(dataDir)) || (await canEnter(account, dataDir))) return place;
  if (existsSync(place))
    throw new Error(`PostgreSQL's account (uid ${account.uid}) may not enter ${dataDir}.`);
  const outside = join(outsideFolder(dataDir), `postgres-${randomBytes(4).toString('hex')}`);
  writeFileSync(recordOf(dataDir), `${outside}\n`);
  return outside;
}

/** Whether the account may enter the directory and access its content by name. */
export async function canEnter(account: Account, folder: string) {
  if (account.uid === undefined) return true;
  return (await runAs(account, '/bin/sh', ['-c', 'cd "$1"', 'sh', folder])).code === 0;
}

/**
 * A directory of root's that every account may enter, one per path it stands for. /var/lib before /var/tmp:
 * systems delete files from the latter that were not used for a month.
 */
export function outsideFolder(standsFor: string) {
  const base = ['/var/lib', '/var/tmp'].find(isWritable) ?? '/tmp';
  const hash = createHash('sha256').update(standsFor).digest('hex').slice(0, 12);
  const folder = join(base, `agenda-tecnica-${hash}`);
  mkdirSync(folder, { recursive: true });
  const stats = lstatSync(folder);
  if (!stats.isDirectory() || stats.uid !== process.getuid?.()) {
    throw new Error(`${folder} belongs to another account; move it elsewhere.`);
  }
  chmodSync(folder, 0o755);
  return folder;
}

function isWritable(folder: string) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
