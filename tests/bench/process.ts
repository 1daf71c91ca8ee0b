import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// biome-ignore lint/suspicious/noExplicitAny: whatever each call takes
type AnyCalls = Record<string, (input: any) => unknown>;

/** A process of the benchmark that answers questions: load and what is measured never share a thread. */
export type Process<Calls extends AnyCalls> = {
  call<Name extends keyof Calls & string>(
    name: Name,
    ...given: Parameters<Calls[Name]>
  ): Promise<Awaited<ReturnType<Calls[Name]>>>;
  stop(): Promise<void>;
};

type Question = { id: number; name: string; input: unknown };
type Reply = { id: number; answer?: unknown; error?: string };

/** BENCH_PROFILE=<folder> keeps a CPU profile of each process there, to see where the time goes. */
const { BENCH_PROFILE } = process.env;
export const profile = BENCH_PROFILE
  ? ['--cpu-prof', '--cpu-prof-interval=500', `--cpu-prof-dir=${BENCH_PROFILE}`]
  : [];

/**
 * Start a process of this folder and wait until it serves.
 * @param file its entrance, which calls `serve`
 * @param flags of Node
 */
export async function start<Calls extends AnyCalls>(
  file: string,
  env: Record<string, string>,
  flags: string[] = [],
): Promise<Process<Calls>> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    execArgv: ['--import', 'tsx', ...profile, ...flags],
    env: { ...process.env, NODE_ENV: 'production', ...env },
    serialization: 'advanced',
  });
  const waiting = new Map<number, { done: (answer: unknown) => void; fail: (error: Error) => void }>();
  let next = 1;
  const failAll = (error: Error) => {
    for (const { fail } of waiting.values()) fail(error);
    waiting.clear();
  };
  const ended = new Promise<void>((done) =>
    child.once('exit', (code) => {
      failAll(new Error(`${file} ended with ${code}`));
      done();
    }),
  );
  const ready = new Promise<unknown>((done, fail) => waiting.set(0, { done, fail }));
  child.on('message', ({ id, answer, error }: Reply) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) asked?.done(answer);
    else asked?.fail(new Error(`${file}: ${error}`));
  });
  await ready;
  return {
    call: (name: string, input?: unknown) =>
      new Promise((done, fail) => {
        const id = next++;
        waiting.set(id, { done, fail });
        child.send({ id, name, input } satisfies Question);
      }) as never,
    async stop() {
      if (child.exitCode === null && child.connected) child.disconnect();
      const late = setTimeout(() => child.kill('SIGKILL'), 5_000);
      await ended;
      clearTimeout(late);
    },
  };
}

/** In the process: answer its parent's questions until the parent lets go. */
export function serve<Calls extends AnyCalls>(calls: Calls): Calls {
  process.on('message', async ({ id, name, input }: Question) => {
    try {
      process.send?.({ id, answer: await calls[name]!(input) } satisfies Reply);
    } catch (error) {
      process.send?.({ id, error: (error as Error).stack ?? String(error) } satisfies Reply);
    }
  });
  process.once('disconnect', () => process.exit(0));
  process.send?.({ id: 0 } satisfies Reply);
  return calls;
}

/** Milliseconds of the machine's one monotonic clock, the same in every process. */
export const clock = (): number => Number(process.hrtime.bigint()) / 1e6;

/** Milliseconds of CPU, all threads, that this process has used. */
export const cpuUsed = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** Bytes: what is held after a collection, beside and in the heap, and the memory of the whole process. Needs `--expose-gc`. */
export function memoryUsed(): { held: number; resident: number } {
  const { gc } = globalThis as { gc?: () => void };
  if (!gc) throw new Error('start this process with --expose-gc');
  // What the first collection finalises, the second one frees.
  gc();
  gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { held: heapUsed + external, resident: rss };
}
