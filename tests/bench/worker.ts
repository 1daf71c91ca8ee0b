import { fork } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cpuOf } from './cpu-of-processes.ts';
import { profile } from './process.ts';

/** The product's own worker process over a record, without channels. */
export type Worker = {
  /** Milliseconds of CPU, all threads, that it has used; NaN where there is no /proc. */
  cpu(): number;
  stop(): Promise<void>;
};

/** @returns once the worker has said that it is ready */
export async function startWorker(url: string): Promise<Worker> {
  const child = fork(fileURLToPath(new URL('../../workers/index.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx', ...profile],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: url,
      LINK_SECRET: 'only-for-the-benchmark-of-this-machine',
      LOG_LEVEL: 'error',
      DATA_DIR: join(tmpdir(), 'agenda-files-bench'),
    },
  });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  await new Promise<void>((ready, fail) => {
    child.once('message', () => ready());
    child.once('exit', (code) => fail(new Error(`the worker ended with ${code}`)));
  });
  return {
    cpu: () => cpuOf(child.pid!),
    async stop() {
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await ended;
      clearTimeout(late);
    },
  };
}
