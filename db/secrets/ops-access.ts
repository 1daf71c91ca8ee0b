import { createHash, timingSafeEqual } from 'node:crypto';

type Asked = {
  headers: Record<string, string | string[] | undefined>;
  socket: { remoteAddress?: string | undefined };
};

/**
 * Who may read `/metrics` of any process: whoever has the token; without one, who asks on this very machine and
 * was not brought by a proxy that stands on it.
 *
 * @param behindProxy this process stands behind a proxy (TRUST_PROXY): then only who has the token
 */
export function mayReadMetrics(
  { headers, socket }: Asked,
  token: string | undefined,
  behindProxy = false,
): boolean {
  if (token !== undefined) return isSame(String(headers.authorization ?? ''), `Bearer ${token}`);
  // Everybody who comes by a proxy on this machine comes from it.
  if (behindProxy) return false;
  const near = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(socket.remoteAddress ?? '');
  return near && !forwarding.some((name) => headers[name] !== undefined);
}

const forwarding = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/** The header by which a worker knows that a web process of its installation asks, which has looked at who is signed in. */
export const queuesHeader = 'x-agenda-queues';

/** @param token what stands in it: known to both sides without a secret of its own to keep */
export const mayOpenQueues = ({ headers }: Pick<Asked, 'headers'>, token: string): boolean =>
  isSame(String(headers[queuesHeader] ?? ''), token);

/** In a time that tells nothing of where they differ, nor how long the right one is. */
function isSame(given: string, right: string) {
  const [one, other] = [given, right].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(one!, other!);
}
