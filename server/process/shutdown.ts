/**
 * Ends a child of the supervisor once, whatever asks first: a signal, or the supervisor's own death, which
 * the child sees as its channel closing.
 *
 * @param close takes no new work, finishes what it holds, closes connections
 * @param log told what went wrong, if anything; the process then ends with 1
 * @param drainMs what `close` waits before it begins, besides the limit of its own
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

/** Less than the supervisor waits before it kills. */
const closeLimitMs = 8000;
