/**
 * Ends a child of the supervisor once, on a signal or when the supervisor dies (its channel closes).
 *
 * @param close takes no new work, finishes what is in progress, closes connections
 * @param log receives an error, if any; the process then exits with 1
 * @param drainMs what `close` waits before it begins, besides its own limit
 */
export function onShutdown(close: () => Promise<unknown>, log: (problem: string) => void, drainMs = 0) {
  const limitMs = closeLimitMs + drainMs;
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
      process.exit(0);
    } catch (error) {
      log(`shutdown failed: ${error instanceof Error ? error.message : error}`);
      process.exit(1);
    }
  };
  for (const reason of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.on(reason, () => void end());
}

/** Less than the supervisor waits before SIGKILL. */
const closeLimitMs = 8000;
