import { useEffect, useState } from 'react';
import type { CreationAnswer } from '../routes/board-creation/route.ts';

type Creation = {
  slots: Extract<CreationAnswer, { ok: true }>['slots'] | null;
  technicians: Extract<CreationAnswer, { ok: true }>['technicians'] | null;
  failed: boolean;
};

/** The slots of the chosen day, and the technicians with their counts in the chosen slot; what was shown stays while the next is asked. */
export function useCreation(operation: string, day: string | null, slotId: string | null): Creation {
  const [creation, setCreation] = useState<Creation>({ slots: null, technicians: null, failed: false });
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
  }, [operation, day, slotId]);
  return creation;
}
