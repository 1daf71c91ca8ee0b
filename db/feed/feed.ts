import type { Db } from '../connection/open.ts';
import { type Changes, readChanges } from './changes.ts';
import { type OperationVersions, onLocalNotification, parseNotification } from './notify.ts';
import { listVersions } from './operation-version.ts';

/** A ring can be lost, a poll cannot: this is the longest that a change waits to be heard of. */
const usualPollMs = 1_000;

export type Feed = {
  /** The newest version of an operation that this process knows of; undefined before the first poll. */
  known(operation: string): number | undefined;
  /**
   * The version after which the next changes of an operation will be told. One
   * that was not heard of yet is told from `version` on.
   */
  nextAfter(operation: string, version: number): number;
  close(): Promise<void>;
};

type Options = {
  /** The changes of one operation, in order and without a gap; 'too-old': more than can be told, reload. */
  onChanges(operation: string, changes: Changes | 'too-old', to: number): void;
  /** Only operations that somebody listens to are read. */
  wanted(operation: string): boolean;
  /** How many ms ago the newest of the changes that are about to be told began. */
  onLag?(ms: number): void;
  onError?(error: unknown): void;
  /** How often the versions are polled, ms; a test that is about the ring polls hardly ever. */
  pollMs?: number;
};

/**
 * Hear of every event as soon as it is committed, in any process. One read an
 * operation and notifyFeed, whoever many boards there are: rings that arrive while a
 * read is under way are answered by one more.
 */
export async function openFeed(db: Db, options: Options): Promise<Feed> {
  const known = new Map<string, number>();
  const told = new Map<string, number>();
  const reading = new Map<string, Promise<void>>();
  let closed = false;
  const trouble = (error: unknown): void => {
    if (!closed) options.onError?.(error);
  };

  const catchUp = async (operation: string): Promise<void> => {
    for (;;) {
      const from = told.get(operation) ?? known.get(operation)!;
      if (!options.wanted(operation)) {
        told.set(operation, known.get(operation)!);
        return;
      }
      if (closed || from >= known.get(operation)!) return;
      const changes = await readChanges(db, operation, from, options.onLag);
      const to = changes === 'too-old' ? known.get(operation)! : changes.to;
      if (to === from) return;
      told.set(operation, to);
      known.set(operation, Math.max(to, known.get(operation)!));
      options.onChanges(operation, changes, to);
    }
  };

  const hear = (rung: OperationVersions) => {
    for (const [operation, version] of rung) {
      if (!told.has(operation)) told.set(operation, version - 1);
      // A new operation is at version 0, and that is known too: its first change is the first to be told.
      if (version > (known.get(operation) ?? -1)) known.set(operation, version);
      if (reading.has(operation)) continue;
      const done = catchUp(operation)
        .catch(trouble)
        .finally(() => {
          reading.delete(operation);
          // A ring that came between the last read and now.
          if (!closed && (told.get(operation) ?? 0) < known.get(operation)!) retry(operation);
        });
      reading.set(operation, done);
    }
  };
  const retry = (operation: string) =>
    setTimeout(() => !closed && hear(new Map([[operation, known.get(operation)!]])), 50);

  const poll = async () => {
    const rung: OperationVersions = new Map();
    for (const { code, version } of await listVersions(db)) {
      if (!told.has(code)) told.set(code, version);
      if (version !== known.get(code)) rung.set(code, version);
    }
    hear(rung);
  };

  // The record may be away at the start: whoever asks meanwhile is told so, and the next poll finds it.
  await poll().catch(trouble);
  const deaf = onLocalNotification(db, hear);
  const ear = await db.listen((payload) => hear(parseNotification(payload)), trouble);
  const timer = setInterval(() => void poll().catch(trouble), options.pollMs ?? usualPollMs);
  return {
    known: (operation) => known.get(operation),
    nextAfter: (operation, version) => {
      if (!told.has(operation)) told.set(operation, version);
      return told.get(operation)!;
    },
    close: async () => {
      closed = true;
      clearInterval(timer);
      deaf();
      await ear.close();
      await Promise.all(reading.values());
    },
  };
}
