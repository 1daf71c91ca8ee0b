import { type ChildProcess, spawn } from 'node:child_process';

/**
 * One supervised process: started, restarted when it ends by itself, stopped. The first restart is immediate;
 * the backoff of further ones grows to 2.5 s until it has run for 30 s.
 */
export function superviseChild(command: ChildCommand): Child {
  const { name, args, env, log, drainMs = 0 } = command;
  let running: ChildProcess | undefined;
  let retry: NodeJS.Timeout | undefined;
  let stopping = false;
  let everReady = false;
  let failures = 0;
  let exited: Promise<void> = Promise.resolve();

  const start = () =>
    new Promise<void>((ready, fail) => {
      stopping = false;
      everReady = false;
      failures = 0;
      const launch = () => {
        const child = spawnChild(args, env);
        const since = Date.now();
        running = child;
        child.on('message', (message) => {
          if (message !== 'ready') return;
          everReady = true;
          ready();
        });
        exited = new Promise((done) => {
          const ended = (how: string) => {
            done();
            if (running !== child) return;
            running = undefined;
            if (stopping) return fail(new Error(`${name} was stopped before it was ready.`));
            failures = Date.now() - since > 30_000 ? 1 : failures + 1;
            if (!everReady && failures >= 5) {
              return fail(new Error(`${name} ended ${failures} times before it was ready (${how}).`));
            }
            const pause = restartPause(failures);
            log(`${name} ended (${how}); starting it again${pause > 0 ? ` in ${pause / 1000} s` : ''}.`);
            retry = setTimeout(launch, pause);
          };
          child.once('error', (error) => ended(error.message));
          child.once('exit', (code, signal) => ended(signal ?? `code ${code}`));
        });
      };
      launch();
    });

  /** SIGTERM, and SIGKILL after the limit. */
  const stop = async () => {
    stopping = true;
    clearTimeout(retry);
    const child = running;
    if (!child) return;
    child.kill('SIGTERM');
    const kill = setTimeout(() => child.kill('SIGKILL'), killAfterMs + drainMs);
    await exited;
    clearTimeout(kill);
  };

  return { name, start, stop };
}

export interface ChildCommand {
  /** Its name in what the operator reads. */
  name: string;
  /** Arguments of `node`. */
  args: string[];
  env: NodeJS.ProcessEnv;
  log: (line: string) => void;
  /** How long it drains after SIGTERM, besides its shutdown. */
  drainMs?: number;
}

export interface Child {
  name: string;
  /** Resolves when the child says 'ready'; rejects when it ends 5 times without saying it. */
  start(): Promise<void>;
  /** Resolves when the child has ended. */
  stop(): Promise<void>;
}

/** More than a child's own limit, so that it can finish by itself. */
const killAfterMs = 8500;

/** What a worker gives its jobs in progress (`workers/shutdown.ts`). */
export const workerDrainMs = 4_000;

const restartPause = (failures: number) => [0, 0, 250, 500, 1000][failures] ?? 2500;

/** A group of its own: Ctrl-C in a terminal reaches only the supervisor, which stops things in order. */
function spawnChild(args: string[], env: NodeJS.ProcessEnv) {
  return spawn(process.execPath, args, {
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: process.platform !== 'win32',
  });
}
