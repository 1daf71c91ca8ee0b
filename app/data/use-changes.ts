import { useEffect, useRef } from 'react';
import type { Changes } from '../../db/feed/changes.ts';
import { type Live, useLive } from './live.ts';

/** An operation of which something is shown, at the version that it was read at; null: it is not there yet. */
export type Shown = { operation: string; version: number | null };

type Follower = {
  apply(changes: Changes): void;
  /** More was missed than the server sends: read everything again. */
  reload(): void;
};

/**
 * Follow what happens in the operations that are shown (docs/reading-data.md says when this is the way). What is called
 * is always of the last drawing; the version of what is shown rises with each change that was applied.
 */
export function useChanges(shown: readonly Shown[], follower: Follower): void {
  const live = useLive();
  const latest = useRef(follower);
  const versions = useRef(new Map<string, number>());
  useEffect(() => {
    latest.current = follower;
  });
  const raise = (operation: string, version: number) =>
    versions.current.set(operation, Math.max(versions.current.get(operation) ?? 0, version));
  const operations = shown.map(({ operation }) => operation).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it calls reads references alone
  useEffect(() => {
    const stop = followOperations(live, operations.split(' ').filter(Boolean), {
      version: (operation) => versions.current.get(operation) ?? null,
      apply: (changes) => {
        if (versions.current.has(changes.operation)) raise(changes.operation, changes.to);
        latest.current.apply(changes);
      },
      reload: () => latest.current.reload(),
    });
    return () => {
      stop();
      versions.current.clear();
    };
  }, [live, operations]);
  const read = shown.map(({ operation, version }) => `${operation} ${version}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` is what is shown, as a text
  useEffect(() => {
    for (const { operation, version } of shown) {
      if (version === null) continue;
      raise(operation, version);
      live.loaded(operation);
    }
  }, [live, read]);
}

/** The same outside a component, for what counts its own versions. @returns stops it */
export function followOperations(
  live: Live,
  operations: readonly string[],
  follower: Follower & { version(operation: string): number | null },
): () => void {
  const stops = operations.map((operation) =>
    live.watch(operation, {
      version: () => follower.version(operation),
      apply: (changes) => follower.apply(changes),
      reload: () => follower.reload(),
    }),
  );
  return () => {
    for (const stop of stops) stop();
  };
}
