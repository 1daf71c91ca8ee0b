import { createHash } from 'node:crypto';
import { realpathSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDataFolder } from '../../db/embedded/data-folder.ts';

/**
 * Makes sure that one supervisor works on a data folder. A listening socket rather than a file with a
 * process id: the system takes it back when the holder is killed, and an id can be somebody else's later.
 *
 * @returns what releases it, or undefined when another supervisor holds it
 */
export async function lockDataFolder(dataDir: string) {
  makeDataFolder(dataDir);
  const path = socketPath(realpathSync(dataDir));
  if (await answers(path)) return undefined;
  if (process.platform !== 'win32') rmSync(path, { force: true });
  const server = createServer((visitor) => visitor.destroy());
  server.unref();
  const held = await new Promise<boolean>((done) => {
    server.once('error', () => done(false));
    server.listen(path, () => done(true));
  });
  return held ? () => void server.close() : undefined;
}

/** Not inside the folder: the path of a socket may have about 100 characters, and some mounts allow none. */
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
