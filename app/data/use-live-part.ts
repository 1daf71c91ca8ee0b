import { useState } from 'react';
import type { Changes } from '../../db/feed/changes.ts';
import { useReading } from './revalidate.ts';
import { useChanges } from './use-changes.ts';

/**
 * A part of an operation that its board loaded, kept right by the changes: its
 * slots, its zones. A later load wins over an earlier change.
 */
export function useLivePart<Part>(
  board: { operation: string; version: number },
  loaded: Part,
  pick: (changes: Changes) => Part | undefined,
): Part {
  const reload = useReading();
  const { operation, version } = board;
  const [latest, setLatest] = useState<{ operation: string; version: number; part: Part } | null>(null);
  useChanges([board], {
    apply: (changes) => {
      const part = pick(changes);
      if (part !== undefined) setLatest({ operation, version: changes.to, part });
    },
    reload,
  });
  return latest?.operation === operation && latest.version > version ? latest.part : loaded;
}
