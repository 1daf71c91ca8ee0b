import { useEffect, useRef, useState } from 'react';
import type { Changes } from '../../db/feed/changes.ts';
import { useLive } from './live.ts';
import { useReading } from './revalidate.ts';

/**
 * A part of an operation that its board loaded, kept right by the changes: its
 * slots, its zones. A later load wins over an earlier change.
 */
export function useLivePart<Part>(
  board: { operation: string; version: number },
  loaded: Part,
  pick: (changes: Changes) => Part | undefined,
): Part {
  const live = useLive();
  const reload = useReading();
  const { operation, version } = board;
  const [latest, setLatest] = useState<{ operation: string; version: number; part: Part } | null>(null);
  const use = useRef({ pick });
  useEffect(() => {
    use.current = { pick };
  });
  useEffect(() => {
    let shown = version;
    const stop = live.watch(operation, {
      version: () => shown,
      apply: (changes) => {
        shown = Math.max(shown, changes.to);
        const part = use.current.pick(changes);
        if (part !== undefined) setLatest({ operation, version: changes.to, part });
      },
      reload,
    });
    live.loaded(operation);
    return stop;
  }, [live, operation, version, reload]);
  return latest?.operation === operation && latest.version > version ? latest.part : loaded;
}
