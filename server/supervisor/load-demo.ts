import { spawn } from 'node:child_process';
import { commandOf } from './processes.ts';

/**
 * Loads the demo data into an empty database. The seed reports over its channel whether the demo is there (`{
 * demo: boolean }`); an installation with other data has no demo accounts to show.
 *
 * @param onStart receives the function that ends the seed early
 * @returns whether the demo accounts exist
 */
export function loadDemo(env: NodeJS.ProcessEnv, onStart: (end: () => Promise<void>) => void) {
  return new Promise<boolean>((done, fail) => {
    let demo = true;
    // Collecting young objects was a fifth of its CPU.
    const seed = spawn(
      process.execPath,
      ['--max-semi-space-size=64', ...commandOf('seed'), '--demo', '--if-empty'],
      {
        env,
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        detached: process.platform !== 'win32',
      },
    );
    const closed = new Promise<void>((resolve) => seed.once('close', () => resolve()));
    onStart(() => {
      seed.kill('SIGTERM');
      return closed;
    });
    seed.on('message', (message: { demo?: boolean }) => {
      if (typeof message.demo === 'boolean') demo = message.demo;
    });
    seed.once('error', fail);
    seed.once('exit', (code, signal) => {
      if (code === 0) done(demo);
      else fail(new Error(`The demo data could not be loaded (${signal ?? `code ${code}`}).`));
    });
  });
}
