/**
 * Starts listening once the dependencies are ready: until then connections are refused, so a load balancer
 * tries another process instead of passing on a 503. When they take longer than `maxWaitMs`, such as an
 * unreachable database, it listens anyway and `/readyz` reports it.
 *
 * @param prepare resolves when all dependencies are ready
 * @throws what `prepare` or `listen` throws
 */
export async function startListening(
  prepare: () => Promise<void>,
  listen: () => Promise<unknown>,
  maxWaitMs: number,
): Promise<void> {
  const prepared = prepare();
  prepared.catch(() => {});
  let late: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    late = setTimeout(resolve, maxWaitMs);
  });
  await Promise.race([prepared, timeout]).finally(() => clearTimeout(late));
  await listen();
  await prepared;
}
