/** After how many milliseconds a process listens that is not ready. */
export type ListenAfter = {
  /** When it waits for something else, such as an unreachable database. */
  whenWaiting: number;
  /** When it is only slow to start: until then a balancer asks another process. */
  whenSlow: number;
};

/**
 * Starts listening once the dependencies are ready: until then connections are refused, so a load balancer
 * tries another process instead of passing on a 503. When they take longer, it listens anyway and `/readyz` reports it.
 *
 * @param prepare resolves when all dependencies are ready; it calls `waits` when it cannot go on without something else
 * @throws what `prepare` or `listen` throws
 */
export async function startListening(
  prepare: (waits: () => void) => Promise<void>,
  listen: () => Promise<unknown>,
  after: ListenAfter,
): Promise<void> {
  const started = performance.now();
  const timers: NodeJS.Timeout[] = [];
  let listenNow = () => {};
  const late = new Promise<void>((resolve) => {
    listenNow = resolve;
  });
  const within = (ms: number) => timers.push(setTimeout(listenNow, ms - (performance.now() - started)));
  within(after.whenSlow);
  const prepared = prepare(() => within(after.whenWaiting));
  prepared.catch(() => {});
  await Promise.race([prepared, late]).finally(() => timers.forEach(clearTimeout));
  await listen();
  await prepared;
}
