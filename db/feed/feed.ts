import type { Db } from '../connection/open.ts';
import { type Changes, changesOf, readChanges } from './changes.ts';
import type { Committed } from './committed.ts';
import { type OperationVersions, onLocalNotification, parseNotification } from './notify.ts';
import { listVersions } from './operation-version.ts';

/** Upper bound on delivery latency: NOTIFY may be lost, the poll is not. */
const usualPollMs = 1_000;

const noneCommitted: ReadonlyMap<number, Committed> = new Map();

export type Feed = {
  /** The newest known version of an operation; undefined before the first poll. */
  known(operation: string): number | undefined;
  /**
   * The version after which the next changes of an operation will be published; `version` for an operation
   * not known yet.
   */
  nextAfter(operation: string, version: number): number;
  close(): Promise<void>;
};

type Options = {
  /** The changes of one operation, in order and without a gap; 'too-old': too many to publish, reload. */
  onChanges(operation: string, changes: Changes | 'too-old', to: number): void;
  /** Only operations with subscribers are read. */
  wanted(operation: string): boolean;
  /** The age in ms of the newest changes about to be published. */
  onLag?(ms: number): void;
  onError?(error: unknown): void;
  /** Poll interval in ms; tests of the notification poll hardly ever. */
  pollMs?: number;
};

/** By operation. */
type State = {
  /** The newest version that the process knows. */
  newest: Map<string, number>;
  /** The version up to which changes are published. */
  published: Map<string, number>;
  /** What commands of this process committed, by version, until it is published. */
  committed: Map<string, Map<number, Committed>>;
  closed: boolean;
};

/**
 * Subscribes to every event as soon as it is committed, in any process. What commands of this process committed is
 * published as they answered it; the rest costs one read per operation and notification, for any number of boards:
 * notifications during a read cause one more.
 */
export async function openFeed(db: Db, options: Options): Promise<Feed> {
  const state: State = { newest: new Map(), published: new Map(), committed: new Map(), closed: false };
  const { newest, published, committed } = state;
  const reading = new Map<string, Promise<void>>();
  const reportError = (error: unknown): void => {
    if (!state.closed) options.onError?.(error);
  };

  const receive = (notified: OperationVersions) => {
    for (const [operation, version] of notified) {
      if (!published.has(operation)) published.set(operation, version - 1);
      if (version > (newest.get(operation) ?? -1)) newest.set(operation, version);
      if (reading.has(operation)) continue;
      const done = catchUp(db, operation, state, options)
        .catch(reportError)
        .finally(() => {
          reading.delete(operation);
          if (!state.closed && (published.get(operation) ?? 0) < newest.get(operation)!) retry(operation);
        });
      reading.set(operation, done);
    }
  };
  const keep = (operation: string, changes: Committed[]) => {
    const byVersion = committed.get(operation) ?? new Map<number, Committed>();
    for (const change of changes)
      if (change.event.version > (published.get(operation) ?? 0)) byVersion.set(change.event.version, change);
    committed.set(operation, byVersion);
  };
  const retry = (operation: string) =>
    setTimeout(() => !state.closed && receive(new Map([[operation, newest.get(operation)!]])), 50);

  const poll = async () => {
    const notified: OperationVersions = new Map();
    for (const { code, version } of await listVersions(db)) {
      if (!published.has(code)) published.set(code, version);
      if (version !== newest.get(code)) notified.set(code, version);
    }
    receive(notified);
  };

  await poll().catch(reportError);
  const unsubscribeLocal = onLocalNotification(db, { wanted: options.wanted, keep, receive });
  const subscription = await db.listen((payload) => receive(parseNotification(payload)), reportError);
  const timer = setInterval(() => void poll().catch(reportError), options.pollMs ?? usualPollMs);
  return {
    known: (operation) => newest.get(operation),
    nextAfter: (operation, version) => {
      if (!published.has(operation)) published.set(operation, version);
      return published.get(operation)!;
    },
    close: async () => {
      state.closed = true;
      clearInterval(timer);
      unsubscribeLocal();
      await subscription.close();
      await Promise.all(reading.values());
    },
  };
}

/** Publishes an operation's changes up to its newest version, which may rise while they are read. */
async function catchUp(db: Db, operation: string, state: State, options: Options): Promise<void> {
  const { newest, published, committed } = state;
  for (;;) {
    const from = published.get(operation) ?? newest.get(operation)!;
    if (!options.wanted(operation)) {
      published.set(operation, newest.get(operation)!);
      committed.delete(operation);
      return;
    }
    if (state.closed || from >= newest.get(operation)!) return;
    const changes =
      changesOf(operation, from, committed.get(operation) ?? noneCommitted, options.onLag) ??
      (await readChanges(db, operation, from, options.onLag));
    const to = changes === 'too-old' ? newest.get(operation)! : changes.to;
    if (to === from) return;
    for (const version of committed.get(operation)?.keys() ?? [])
      if (version <= to) committed.get(operation)!.delete(version);
    published.set(operation, to);
    newest.set(operation, Math.max(to, newest.get(operation)!));
    options.onChanges(operation, changes, to);
  }
}
