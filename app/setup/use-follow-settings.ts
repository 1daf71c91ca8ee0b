import { useEffect, useState } from 'react';
import type { Changes } from '../../db/reads/changes.ts';
import { useLive } from '../live.ts';
import { useReading } from '../reading.ts';

/**
 * An editor shows its operation as it is: a change that concerns it reads it again.
 * @param data what the loader answered: another object is another answer
 * @returns a function that asks for everything again
 */
export function useFollowSettings(
  data: { operation: { code: string } | null; version: number },
  concerns: (changes: Changes) => boolean,
): () => void {
  const live = useLive();
  const reload = useReading();
  const operation = data.operation?.code ?? null;
  const { version } = data;
  const [heard, setHeard] = useState({ operation, version });
  const behind = heard.operation === operation && heard.version > version;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer that is still behind is asked for again
  useEffect(() => {
    if (behind) reload();
  }, [behind, heard, data, reload]);
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
