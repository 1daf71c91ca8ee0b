import { createHash, timingSafeEqual } from 'node:crypto';

type OpsRequest = {
  headers: Record<string, string | string[] | undefined>;
  socket: { remoteAddress?: string | undefined };
};

/**
 * Who may read `/metrics` of a process: holders of the token; without one, requests from this machine that
 * did not come through a proxy on it.
 *
 * @param behindProxy this process is behind a proxy (TRUST_PROXY): the token is required
 */
export function mayReadMetrics(
  { headers, socket }: OpsRequest,
  token: string | undefined,
  behindProxy = false,
): boolean {
  if (token !== undefined) return isSame(String(headers.authorization ?? ''), `Bearer ${token}`);
  // All requests through a proxy on this machine come from this machine.
  if (behindProxy) return false;
  const isLoopback = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(socket.remoteAddress ?? '');
  return isLoopback && !forwarding.some((name) => headers[name] !== undefined);
}

const forwarding = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/** Authenticates a web process of this installation, which has checked the session, at a worker. */
export const queuesHeader = 'x-agenda-queues';

/** @param token the header's value: derived by both sides, without a secret of its own */
export const mayOpenQueues = ({ headers }: Pick<OpsRequest, 'headers'>, token: string): boolean =>
  isSame(String(headers[queuesHeader] ?? ''), token);

/** In constant time, also for other lengths. */
function isSame(shown: string, expected: string) {
  const [shownHash, expectedHash] = [shown, expected].map((text) =>
    createHash('sha256').update(text).digest(),
  );
  return timingSafeEqual(shownHash!, expectedHash!);
}
