import { createHash } from 'node:crypto';
import { realpathSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDataFolder } from '../../db/embedded/data-folder.ts';

/**
 * Ensures one supervisor per data directory. A listening socket instead of a pid file: the system releases it
 * when the holder is killed, and a pid can be reused.
 *
 * @returns the function that releases it, or undefined when another supervisor holds it
 */
export async function lockDataFolder(dataDir: string) {
  makeDataFolder(dataDir);
  const path = socketPath(realpathSync(dataDir));
  if (await answers(path)) return undefined;
  if (process.platform !== 'win32') rmSync(path, { force: true });
  const server = createServer((visitor) => visitor.destroy());
  server.unref();
  const isHeld = await new Promise<boolean>((done) => {
    server.once('error', () => done(false));
    server.listen(path, () => done(true));
  });
  return isHeld ? () => void server.close() : undefined;
}

/** Not inside the directory: a socket's path is limited to about 100 characters, and some mounts allow none. */
function socketPath(folder: string) {
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  return process.platform === 'win32'
    ? `\\\\.\\pipe\\agenda-${hash}`
    : join(tmpdir(), `agenda-tecnica-${hash}.sock`);
}

function answers(path: string) {
  return new Promise<boolean>((done) => {
    const probe = connect(path);
    probe.once('connect', () => {
      probe.destroy();
      done(true);
    });
    probe.once('error', () => done(false));
  });
}
