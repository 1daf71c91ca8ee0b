import { useLocation, useNavigation, useRevalidator } from '@remix-run/react';
import { useCallback, useEffect, useState } from 'react';
import type { Changes } from '../../db/reads/changes.ts';
import { useLive } from '../live.ts';

/**
 * An editor shows its operation as it is: a change that concerns it reads it
 * again, until what was heard of is shown. A navigation of the same moment drops
 * a reading under way, so that one asked for waits until the address rests.
 * @returns a function that asks for everything again
 */
export function useFollowSettings(
  operation: string | null,
  version: number,
  concerns: (changes: Changes) => boolean,
): () => void {
  const live = useLive();
  const { state, revalidate } = useRevalidator();
  const navigating = useNavigation().state !== 'idle';
  const { key } = useLocation();
  const [heard, setHeard] = useState({ operation, version });
  const [asked, setAsked] = useState(0);
  const [answered, setAnswered] = useState(0);
  const behind = heard.operation === operation && heard.version > version;
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at anew at every address
  useEffect(() => {
    if (state !== 'idle' || navigating || (!behind && asked === answered)) return;
    setAnswered(asked);
    revalidate();
  }, [behind, asked, answered, state, navigating, key, revalidate]);
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
