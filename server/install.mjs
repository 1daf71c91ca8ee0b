import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's directory, whatever the working directory. */
export const root = fileURLToPath(new URL('..', import.meta.url));

const lockfile = join(root, 'package-lock.json');
const modules = join(root, 'node_modules');
const marker = join(modules, '.agenda-installed');

/** Stops with one line on a Node that is too old for the dependencies. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Agenda needs Node 20.19 or newer; this is ${process.versions.node} (${process.execPath}).`);
  process.exit(1);
}

/** Runs `npm ci` unless node_modules matches the lockfile. */
export function installDependencies() {
  const text = readFileSync(lockfile, 'utf8');
  const lockHash = createHash('sha256').update(text).digest('hex');
  if (isInstalled(text, lockHash)) return;
  refuseBorrowed();
  console.log('Installing the dependencies (npm ci)…');
  // Also under NODE_ENV=production: the build needs the development dependencies.
  const { status, error } = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    console.error(`npm ci failed${error ? ` (${error.message})` : ''}: the dependencies are not installed.`);
    process.exit(1);
  }
  writeFileSync(marker, lockHash);
}

/** `npm ci` empties node_modules, also through a link: a linked directory belongs to another checkout. */
function refuseBorrowed() {
  if (!lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  console.error(
    `node_modules is a link to ${readlinkSync(modules)}, which does not match package-lock.json: install there.`,
  );
  process.exit(1);
}

/**
 * By our own marker, else (installed by hand) by npm's record of the installation. Not by file times: a
 * checkout makes the lockfile newer than what was installed from it.
 */
function isInstalled(text, lockHash) {
  if (existsSync(marker) && readFileSync(marker, 'utf8') === lockHash) return true;
  const record = join(modules, '.package-lock.json');
  if (!existsSync(record)) return false;
  const locked = JSON.parse(text).packages;
  const present = JSON.parse(readFileSync(record, 'utf8')).packages;
  const same = (name) =>
    locked[name]?.version === present[name]?.version && locked[name]?.integrity === present[name]?.integrity;
  const needed = Object.keys(locked).filter((name) => name && !locked[name].optional);
  return [...needed, ...Object.keys(present)].every(same);
}
