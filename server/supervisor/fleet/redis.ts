import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../../process/port.ts';

/**
 * The system's redis-server under the data folder, as docker-compose.yml runs it: append-only, and never throwing
 * anything away.
 *
 * @throws Error in one line when there is none, or it does not answer
 */
export async function startRedis(dataDir: string): Promise<{ url: string; stop(): Promise<void> }> {
  const dir = join(dataDir, 'redis');
  mkdirSync(dir, { recursive: true });
  const port = await freePort();
  const args = ['--port', port, '--bind', '127.0.0.1', '--dir', dir, '--appendonly', 'yes', '--save', ''];
  const server = spawn('redis-server', [...args, '--maxmemory-policy', 'noeviction'].map(String), {
    stdio: 'ignore',
    detached: process.platform !== 'win32',
  });
  let trouble = '';
  server.once('error', (error) => {
    trouble = error.message;
  });
  const gone = new Promise<void>((done) => {
    server.once('exit', () => {
      trouble ||= 'it ended by itself';
      done();
    });
  });
  for (const end = Date.now() + 10_000; !(await listens(port)); ) {
    if (trouble || Date.now() > end)
      throw new Error(
        `redis-server did not start (${trouble || 'no answer'}): install it, or set REDIS_URL.`,
      );
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      server.kill('SIGTERM');
      await gone;
    },
  };
}

function listens(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = connect(port, '127.0.0.1', () => {
      probe.destroy();
      done(true);
    });
    probe.once('error', () => done(false));
  });
}
