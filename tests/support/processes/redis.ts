import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';

export type PrivateRedis = {
  url: string;
  port: number;
  pid: number;
  stop(): Promise<void>;
  /** kill -9; its directory stays, for a start with what it had written. @returns the directory */
  crash(): Promise<string>;
};

/**
 * A redis-server of one's own, append-only, in a directory of its own; both are gone after `stop()`.
 * @param options.port to come back where an earlier one was, empty
 * @param options.dir that of one that crashed, to come back with what it had
 * @throws Error in one clear line when redis-server is not installed or does not answer within 5 s
 */
export async function startRedis(options: { port?: number; dir?: string } = {}): Promise<PrivateRedis> {
  if (spawnSync('redis-server', ['--version']).error) {
    throw new Error('redis-server is missing: install it (Debian, Ubuntu: apt-get install redis-server)');
  }
  const dir = options.dir ?? mkdtempSync(join(tmpdir(), 'agenda-redis-'));
  const port = options.port ?? (await freePort());
  const server = spawn(
    'redis-server',
    ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', dir, '--appendonly', 'yes', '--save', ''],
    { stdio: 'ignore' },
  );
  const gone = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const stop = async () => {
    server.kill('SIGTERM');
    await gone;
    rmSync(dir, { recursive: true, force: true });
  };
  const crash = async () => {
    server.kill('SIGKILL');
    await gone;
    return dir;
  };
  for (const deadline = Date.now() + 5_000; !(await answers(port)); ) {
    if (Date.now() > deadline || server.exitCode !== null) {
      await stop();
      throw new Error(`redis-server did not answer on port ${port}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  return { url: `redis://127.0.0.1:${port}`, port, pid: server.pid!, stop, crash };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.setTimeout(500, () => socket.destroy());
    socket.once('data', (data) => {
      resolve(data.toString().startsWith('+PONG'));
      socket.destroy();
    });
    socket.on('error', () => {});
    socket.once('close', () => resolve(false));
  });
}
