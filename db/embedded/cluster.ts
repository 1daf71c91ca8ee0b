import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type Account, runAs } from './account.ts';
import type { Binaries } from './binaries.ts';

/**
 * Makes the cluster on the first start and checks it on later ones, so that a broken one is reported in one
 * line instead of by a server that does not start.
 */
export async function prepareCluster(cluster: Cluster) {
  const { folder } = cluster;
  if (existsSync(folder) && readdirSync(folder).length > 0) return check(cluster);
  // Made beside its place and renamed: an interrupted start leaves no half cluster.
  const unfinished = `${folder}.unfinished`;
  const pwfile = `${folder}.pwfile`;
  try {
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(dirname(folder), { recursive: true });
    mkdirSync(unfinished, { mode: 0o700 });
    writeFileSync(pwfile, cluster.password, { mode: 0o600 });
    giveTo(cluster.account, unfinished, pwfile);
    await initialise(cluster, unfinished, pwfile);
    rmSync(folder, { recursive: true, force: true });
    renameSync(unfinished, folder);
  } finally {
    rmSync(pwfile, { force: true });
    rmSync(unfinished, { recursive: true, force: true });
  }
}

export interface Cluster {
  folder: string;
  password: string;
  binaries: Binaries;
  account: Account;
}

function giveTo({ uid, gid }: Account, ...paths: string[]) {
  if (uid === undefined || gid === undefined) return;
  for (const path of paths) chownSync(path, uid, gid);
}

/** UTF-8 and Spanish collation whatever the host's locale, which may be none (SQL_ASCII otherwise). */
async function initialise({ binaries, account }: Cluster, folder: string, pwfile: string) {
  const { code, output } = await runAs(account, binaries.initdb, [
    ...['-D', folder, '-U', 'postgres', `--pwfile=${pwfile}`, '--auth=scram-sha-256'],
    ...['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=es-AR', '--no-instructions'],
  ]);
  if (code !== 0) throw new Error(`PostgreSQL could not make its folder ${folder}: ${lastError(output)}`);
}

const lastError = (output: string) =>
  output.split('\n').findLast((line) => line.includes('error:')) ??
  output.split('\n').at(-1) ??
  'no reason given';

function check({ folder, binaries, account }: Cluster) {
  const owner = statSync(folder).uid;
  const we = account.uid ?? process.getuid?.() ?? owner;
  if (owner !== we)
    throw new Error(`${folder} belongs to another account (uid ${owner}): start as that one.`);
  const missing = [
    'PG_VERSION',
    'global/pg_control',
    'postgresql.conf',
    'pg_hba.conf',
    'base',
    'pg_wal',
  ].find((name) => !existsSync(join(folder, name)));
  if (missing) {
    const way = 'Restore it from a backup, or move it elsewhere to start with an empty database';
    throw new Error(
      `The database folder ${folder} is damaged: ${missing} is missing. ${way}; see ${folder}/server.log.`,
    );
  }
  const made = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  if (made !== binaries.major) {
    const way = `Start the version of Agenda that made it, or move it elsewhere; see ${folder}/server.log.`;
    throw new Error(
      `The database folder ${folder} was made by PostgreSQL ${made}, this is ${binaries.major}. ${way}`,
    );
  }
}
