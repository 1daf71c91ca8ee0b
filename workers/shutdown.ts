/**
 * Ends the worker once, on a signal or when the supervisor dies (its channel closes). The web process has the
 * same (server/process/shutdown.ts); rooms do not import one another.
 *
 * @param close takes no new work, finishes what is in progress, closes connections
 * @param log receives an error, if any; the process then exits with 1
 */
export function onShutdown(close: () => Promise<unknown>, log: (problem: string) => void) {
  let ending = false;
  const end = async () => {
    if (ending) return;
    ending = true;
    setTimeout(() => {
      log(`shutdown took more than ${limitMs / 1000} s, left unfinished`);
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

/** Less than the supervisor waits before SIGKILL. */
const limitMs = 8000;
