import { useEffect, useRef } from 'react';
import type { Changes } from '../../db/feed/changes.ts';
import { useLive } from './live.ts';

type Shown = {
  /** The operation whose news it is; null: nothing is shown. */
  operation: string | null;
  /** The operation's version that what is shown was read at; null: not there yet. */
  version: number | null;
  /** Whether these changes touch what is shown. */
  concerns(changes: Changes): boolean;
  refresh(): void;
};

/** Keep what a dialog looked up right: when something of it changed, it is asked for again. */
export function useNews(shown: Shown): void {
  const live = useLive();
  const { operation, version } = shown;
  const now = useRef(shown);
  const read = useRef<number | null>(null);
  useEffect(() => {
    now.current = shown;
  });
  useEffect(() => {
    if (operation === null) return;
    const stop = live.watch(operation, {
      version: () => read.current,
      apply: (changes) => {
        if (read.current !== null) read.current = Math.max(read.current, changes.to);
        if (now.current.concerns(changes)) now.current.refresh();
      },
      reload: () => now.current.refresh(),
    });
    return () => {
      stop();
      read.current = null;
    };
  }, [live, operation]);
  useEffect(() => {
    if (operation === null || version === null) return;
    read.current = Math.max(read.current ?? 0, version);
    live.loaded(operation);
  }, [live, operation, version]);
}
