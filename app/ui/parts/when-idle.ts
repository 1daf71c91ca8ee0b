/** Safari has no idle callback: there it is done after this. */
const withoutCallbackMs = 250;

/**
 * Does something once the browser has nothing else to do, so that no press waits for it.
 * @param withinMs a busy browser does it after so long all the same
 * @returns takes it back
 */
export function whenIdle(work: () => void, withinMs = 1_000): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, Math.min(withinMs, withoutCallbackMs));
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: withinMs });
  return () => cancelIdleCallback(handle);
}
