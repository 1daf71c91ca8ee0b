import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { afterEach } from 'vitest';

export type WorkerProcess = ChildProcess & { output(): string };

/** The product's own worker process with these settings, once it has reported that it is ready. */
export async function startWorker(env: Record<string, string>): Promise<WorkerProcess> {
  const child = fork(join(import.meta.dirname, '../../../workers/index.ts'), {
    execArgv: ['--import', 'tsx'],
    silent: true,
    env: { ...process.env, NODE_ENV: 'test', LOG_LEVEL: 'info', LINK_SECRET: 'x'.repeat(32), ...env },
  });
  let output = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  await new Promise<void>((ready, failed) => {
    child.once('message', () => ready());
    child.once('exit', (code) => failed(new Error(`the worker ended with ${code}: ${output}`)));
  });
  return Object.assign(child, { output: () => output });
}

/** Starts worker processes over a database; each is killed after its test. */
export function workerProcesses(database: () => string) {
  const children = new Set<ChildProcess>();
  afterEach(() => {
    for (const child of children) child.kill('SIGKILL');
    children.clear();
  });
  return async (env: Record<string, string> = {}): Promise<WorkerProcess> => {
    const child = await startWorker({ DATABASE_URL: database(), ...env });
    children.add(child);
    return child;
  };
}
