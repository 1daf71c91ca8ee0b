import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../../process/port.ts';

/**
 * The system's redis-server under the data directory, as docker-compose.yml runs it: append-only, without eviction.
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
  let problem = '';
  server.once('error', (error) => {
    problem = error.message;
  });
  const exited = new Promise<void>((done) => {
    server.once('exit', () => {
      problem ||= 'it ended by itself';
      done();
    });
  });
  for (const end = Date.now() + 10_000; !(await listens(port)); ) {
    if (problem || Date.now() > end)
      throw new Error(
        `redis-server did not start (${problem || 'no answer'}): install it, or set REDIS_URL.`,
      );
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      server.kill('SIGTERM');
      await exited;
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
