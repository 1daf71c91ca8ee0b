import type { Sql } from '../connection/sql.ts';
import type { Commits } from '../tracing/commits.ts';
import type { Committed } from './committed.ts';

export const feedChannel = 'agenda_feed';

/**
 * Notifications within these milliseconds are sent together: a NOTIFY takes a lock at commit, and each is a
 * frame to every board.
 */
const coalesceMs = 5;

/** Newest versions by operation code. */
export type OperationVersions = Map<string, number>;

/** A feed of this process. */
type Listener = {
  /** Whether boards of this process show the operation. */
  wanted(operation: string): boolean;
  /** Changes of this process, before it is notified of them. */
  keep(operation: string, changes: Committed[]): void;
  receive(versions: OperationVersions): void;
};

/** A process's pending notifications and local listeners. */
export type Notifier = {
  waiting: OperationVersions;
  due: boolean;
  sentAt: number;
  local: Set<Listener>;
};

export const newNotifier = (): Notifier => ({
  waiting: new Map(),
  due: false,
  sentAt: 0,
  local: new Set(),
});

type Notifies = { notifier: Notifier; writes: Sql; commits?: Commits };

/** Whether boards of this process show an operation: then a command answers what they show of its visits. */
export function isShown({ notifier }: Pick<Notifies, 'notifier'>, operation: string): boolean {
  for (const listener of notifier.local) if (listener.wanted(operation)) return true;
  return false;
}

/**
 * Notify every web process that an operation has a new version. Call after the commit; returns at once, and
 * notifies after the caller's answer has been written. The same process is notified without a round trip.
 * Lost notifications are covered by the feed's poll.
 *
 * @param requestId of the request that led to it, for its trace
 * @param changes what it committed, for the boards of this process
 */
export function notifyFeed(
  db: Notifies,
  operation: string,
  version: number,
  { requestId, changes }: { requestId: string | undefined; changes: Committed[] },
): void {
  const { notifier, commits } = db;
  if (requestId) commits?.committed(operation, version, requestId);
  notifier.waiting.set(operation, Math.max(version, notifier.waiting.get(operation) ?? 0));
  for (const listener of notifier.local) if (listener.wanted(operation)) listener.keep(operation, changes);
  if (notifier.due) return;
  notifier.due = true;
  const rested = performance.now() - notifier.sentAt;
  if (rested >= coalesceMs) setImmediate(send, db);
  else setTimeout(send, coalesceMs - rested, db);
}

function send(db: Notifies) {
  const { notifier } = db;
  const versions = notifier.waiting;
  notifier.waiting = new Map();
  notifier.due = false;
  notifier.sentAt = performance.now();
  const payload = [...versions].map(([code, version]) => `${code}:${version}`).join(',');
  // It commits, so it uses the pool of commits.
  db.writes`select pg_notify(${feedChannel}, ${payload})`.catch(() => {});
  // Writing to a thousand boards takes longer than this statement: the driver sends it in the next turn of the loop, and
  // the boards of this process follow in the one after that.
  setImmediate(setImmediate, () => {
    for (const listener of notifier.local) listener.receive(versions);
  });
}

/** Listens to the notifications of this process. @returns the unsubscription */
export function onLocalNotification(
  { notifier }: Pick<Notifies, 'notifier'>,
  listener: Listener,
): () => void {
  notifier.local.add(listener);
  return () => notifier.local.delete(listener);
}

export const parseNotification = (payload: string): OperationVersions =>
  new Map(
    payload
      .split(',')
      .filter(Boolean)
      .map((part) => {
        const [code, version] = part.split(':');
        return [code!, Number(version)];
      }),
  );
