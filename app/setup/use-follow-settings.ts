import { useLocation, useNavigation, useRevalidator } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Changes } from '../../db/reads/changes.ts';
import { useLive } from '../live.ts';

/** One reading at a time: two that overlap abort each other. One without an answer was dropped by a navigation. */
const settleMs = 30;
const droppedMs = 1_000;

/**
 * An editor shows its operation as it is: a change that concerns it reads it
 * again, until what was heard of is shown, however often a navigation of the
 * same moment drops the reading.
 * @param data what the loader answered: another object is another answer
 * @returns a function that asks for everything again
 */
export function useFollowSettings(
  data: { operation: { code: string } | null; version: number },
  concerns: (changes: Changes) => boolean,
): () => void {
  const live = useLive();
  const { state, revalidate } = useRevalidator();
  const navigating = useNavigation().state !== 'idle';
  const { key } = useLocation();
  const operation = data.operation?.code ?? null;
  const { version } = data;
  const [heard, setHeard] = useState({ operation, version });
  const [asked, setAsked] = useState(0);
  const behind = heard.operation === operation && heard.version > version;
  const read = useRef(0);
  /** What was shown when the last reading began: until it changes, that one may be under way. */
  const begunAt = useRef<unknown>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at anew at every address and answer
  useEffect(() => {
    if (state !== 'idle' || navigating || (!behind && asked === read.current)) return;
    const begin = () => {
      read.current = asked;
      begunAt.current = data;
      revalidate();
    };
    const timer = setTimeout(begin, begunAt.current === data ? droppedMs : settleMs);
    return () => clearTimeout(timer);
  }, [behind, asked, state, navigating, key, data, revalidate]);
  const reload = useCallback(() => setAsked((times) => times + 1), []);
  useEffect(() => {
    if (operation === null) return;
    let shown = version;
    const stop = live.watch(operation, {
      version: () => shown,
      apply: (changes) => {
        shown = Math.max(shown, changes.to);
        if (concerns(changes)) setHeard({ operation, version: changes.to });
      },
      reload,
    });
    live.loaded(operation);
    return stop;
  }, [live, operation, version, concerns, reload]);
  return reload;
}
