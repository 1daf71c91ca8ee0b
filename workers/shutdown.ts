/** Steps of closing by their names, which the log gives when one does not end. */
type Round = Record<string, () => Promise<unknown> | undefined>;

/**
 * Ends the worker once, on a signal or when the supervisor dies (its channel closes). The web process has its own
 * (server/process/shutdown.ts); rooms do not import one another.
 *
 * @param rounds one after the other, the steps of each at the same time: take no new work, finish what is in progress,
 * close connections
 * @param log receives an error, if any; the process then exits with 1
 * @param begin called first
 */
export function onShutdown(rounds: Round[], log: (problem: string) => void, begin: () => void) {
  let ending = false;
  const unfinished = new Set<string>();
  const close = async () => {
    begin();
    for (const round of rounds) {
      for (const name of Object.keys(round)) unfinished.add(name);
      await Promise.all(
        Object.entries(round).map(async ([name, step]) => {
          await step();
          unfinished.delete(name);
        }),
      );
    }
  };
  const end = async () => {
    if (ending) return;
    ending = true;
    setTimeout(() => {
      log(`shutdown took more than ${limitMs / 1000} s, left unfinished: ${[...unfinished].join(', ')}`);
      process.exit(1);
    }, limitMs).unref();
    try {
      await close();
      // Explicitly: a queue whose Redis never answered keeps reconnecting.
      process.exit(0);
    } catch (error) {
      log(`shutdown failed: ${error instanceof Error ? error.message : error}`);
      process.exit(1);
    }
  };
  for (const reason of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.on(reason, () => void end());
}

/**
 * Less than the supervisor waits before SIGKILL, and no less than the rounds take at worst, on a database that does not
 * answer: 5 s for what is in progress, 2 s for the queue's connections, 5 s for the database's.
 */
const limitMs = 12_000;
