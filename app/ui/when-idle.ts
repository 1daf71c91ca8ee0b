/** A busy device does it after this, idle or not. */
const longestWaitMs = 1_000;

/**
 * Does something once the browser has nothing else to do, so that no press waits for it.
 * @returns takes it back
 */
export function whenIdle(work: () => void): () => void {
  // Safari has no idle callback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, longestWaitMs / 4);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(work, { timeout: longestWaitMs });
  return () => cancelIdleCallback(asked);
}
