import { useCallback, useEffect, useState } from 'react';
import type { CreationAnswer } from '../routes/board-creation/route.ts';

type Creation = {
  slots: Extract<CreationAnswer, { ok: true }>['slots'] | null;
  technicians: Extract<CreationAnswer, { ok: true }>['technicians'] | null;
  failed: boolean;
  retry: () => void;
};

/** The slots of the chosen day, and the technicians with their counts in the chosen slot; what was shown stays while the next is asked. */
export function useCreation(operation: string, day: string | null, slotId: string | null): Creation {
  const [creation, setCreation] = useState<Omit<Creation, 'retry'>>({
    slots: null,
    technicians: null,
    failed: false,
  });
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again
  useEffect(() => {
    if (!day) return;
    const asking = new AbortController();
    const params = new URLSearchParams({ operation, day });
    if (slotId) params.set('slot', slotId);
    fetch(`/board/creation?${params}`, { signal: asking.signal })
      .then((response) => response.json() as Promise<CreationAnswer>)
      .then((answer) =>
        setCreation((held) =>
          answer.ok
            ? { slots: answer.slots, technicians: answer.technicians, failed: false }
            : { ...held, failed: true },
        ),
      )
      .catch(() => {
        if (!asking.signal.aborted) setCreation((held) => ({ ...held, failed: true }));
      });
    return () => asking.abort();
  }, [operation, day, slotId, attempt]);
  // The connection that was missing is there: nobody has to press for it.
  useEffect(() => {
    if (!creation.failed) return;
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [creation.failed, retry]);
  return { ...creation, retry };
}
