import { spawn } from 'node:child_process';
import { holdsDemo, holdsUsers } from '../../db/reads/settings/demo.ts';
import { openForLoading } from '../../db/seed/load.ts';
import { commandOf } from './processes.ts';

/**
 * Loads the demo data into an empty database.
 *
 * @param onStart receives the function that ends the seed early
 * @returns whether the demo accounts exist; an installation with other data has none to show
 */
export async function loadDemo(
  databaseUrl: string,
  env: NodeJS.ProcessEnv,
  onStart: (end: () => Promise<void>) => void,
): Promise<boolean> {
  // Not by the seed: a process of its own takes most of a second to begin.
  const sql = openForLoading(databaseUrl);
  try {
    if (await holdsUsers(sql)) return await holdsDemo({ sql });
  } finally {
    await sql.end({ timeout: 5 });
  }
  return seed(env, onStart);
}

/** Runs the seed, which reports over its channel whether the demo is there (`{ demo: boolean }`). */
function seed(env: NodeJS.ProcessEnv, onStart: (end: () => Promise<void>) => void) {
  return new Promise<boolean>((done, fail) => {
    let demo = true;
    // Collecting young objects was a fifth of its CPU.
    const child = spawn(
      process.execPath,
      ['--max-semi-space-size=64', ...commandOf('seed'), '--demo', '--if-empty'],
      {
        env,
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        detached: process.platform !== 'win32',
      },
    );
    const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
    onStart(() => {
      child.kill('SIGTERM');
      return closed;
    });
    child.on('message', (message: { demo?: boolean }) => {
      if (typeof message.demo === 'boolean') demo = message.demo;
    });
    child.once('error', fail);
    child.once('exit', (code, signal) => {
      if (code === 0) done(demo);
      else fail(new Error(`The demo data could not be loaded (${signal ?? `code ${code}`}).`));
    });
  });
}
