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

/** Where the cluster of this data folder is, or would be if its account can reach it. */
export function recordedPlace(dataDir: string) {
  const record = recordOf(dataDir);
  return existsSync(record) ? readFileSync(record, 'utf8').trim() : join(dataDir, 'postgres');
}

/**
 * Where the cluster lives: inside the data folder, unless PostgreSQL's account may not go there (a clone
 * under /root). Then in a folder outside, whose path is written down in the data folder. A data folder
 * that was deleted gets a new place: it must not find the old data again.
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

/** Whether the account may go into the folder and come to what is in it by name. */
export async function canEnter(account: Account, folder: string) {
  if (account.uid === undefined) return true;
  return (await runAs(account, '/bin/sh', ['-c', 'cd "$1"', 'sh', folder])).code === 0;
}

/**
 * A folder of root's that everybody may enter, one for each path it stands for. /var/lib before /var/tmp:
 * systems clean the latter, and a database must not lose the files that nobody has touched for a month.
 */
export function outsideFolder(standsFor: string) {
  const base = ['/var/lib', '/var/tmp'].find(isWritable) ?? '/tmp';
  const hash = createHash('sha256').update(standsFor).digest('hex').slice(0, 12);
  const folder = join(base, `agenda-tecnica-${hash}`);
  mkdirSync(folder, { recursive: true });
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== process.getuid?.()) {
    throw new Error(`${folder} belongs to somebody else; move it away.`);
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
