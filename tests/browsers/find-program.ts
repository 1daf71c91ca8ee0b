import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first of these that the system has, by name or by path. */
export const findProgram = (...names: string[]): string | undefined =>
  names
    .flatMap((name) =>
      name.startsWith('/')
        ? [name]
        : (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)),
    )
    .find((path) => existsSync(path));

/** Ends a program that was started here, and waits for it. */
export const stop = (program: ChildProcess): Promise<void> =>
  new Promise((done) => {
    if (program.exitCode !== null || program.signalCode !== null) return done();
    program.once('exit', () => done());
    program.kill();
    setTimeout(() => program.kill('SIGKILL'), 5_000).unref();
  });
