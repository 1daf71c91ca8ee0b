import { useRevalidator } from '@remix-run/react';
import { useEffect, useState } from 'react';
import type { Changes } from '../../db/reads/changes.ts';
import { useLive } from '../live.ts';

/**
 * An editor shows its operation as it is: a change that concerns it reads it
 * again, until what was heard of is shown, because a reading under way is
 * dropped by a navigation of the same moment.
 */
export function useFollowSettings(
  operation: string | null,
  version: number,
  concerns: (changes: Changes) => boolean,
): void {
  const live = useLive();
  const { state, revalidate } = useRevalidator();
  const [heard, setHeard] = useState({ operation, version });
  useEffect(() => {
    if (heard.operation === operation && heard.version > version && state === 'idle') revalidate();
  }, [heard, operation, version, state, revalidate]);
  useEffect(() => {
    if (operation === null) return;
    let shown = version;
    const stop = live.watch(operation, {
      version: () => shown,
      apply: (changes) => {
        shown = Math.max(shown, changes.to);
        if (concerns(changes)) setHeard({ operation, version: changes.to });
      },
      reload: revalidate,
    });
    live.loaded(operation);
    return stop;
  }, [live, operation, version, concerns, revalidate]);
}
