import { useEffect, useState } from 'react';
import type { Changes } from '../../db/feed/changes.ts';
import { useReading } from './revalidate.ts';
import { useChanges } from './use-changes.ts';

/** An operation, and the version of it that the screen shows. */
type Shown = { operation: string; version: number };

/** The same for an editor of one operation. */
export const useFollowSettings = (
  data: { operation: { code: string } | null; version: number },
  concerns: (changes: Changes) => boolean,
): (() => void) =>
  useFollowOperations(
    data,
    data.operation ? [{ operation: data.operation.code, version: data.version }] : [],
    concerns,
  );

/**
 * An editor shows its operations as they are: a change that concerns it reads it again.
 * @param data what the loader answered: another object is another answer
 * @returns a function that asks for everything again
 */
export function useFollowOperations(
  data: object,
  shown: Shown[],
  concerns: (changes: Changes) => boolean,
): () => void {
  const reload = useReading();
  const [latest, setLatest] = useState<Record<string, number>>({});
  const behind = shown.some(({ operation, version }) => (latest[operation] ?? 0) > version);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer that is still behind is asked for again
  useEffect(() => {
    if (behind) reload();
  }, [behind, latest, data, reload]);
  useChanges(shown, {
    apply: (changes) => {
      if (concerns(changes)) setLatest((before) => ({ ...before, [changes.operation]: changes.to }));
    },
    reload,
  });
  return reload;
}
