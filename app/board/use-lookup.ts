import { useEffect, useState } from 'react';

type Lookup<Answer> = { state: 'asking' } | { state: 'failed' } | { state: 'answered'; answer: Answer };

/** Ask an address whose answers, refusals included, are JSON; null: nothing to ask. Another address drops the one under way. */
export function useLookup<Answer>(address: string | null): Lookup<Answer> {
  const [held, setHeld] = useState<{ address: string; lookup: Lookup<Answer> } | null>(null);
  useEffect(() => {
    if (address === null) return;
    const asking = new AbortController();
    const settle = (lookup: Lookup<Answer>) => setHeld({ address, lookup });
    settle({ state: 'asking' });
    fetch(address, { signal: asking.signal })
      .then((response) => response.json() as Promise<Answer>)
      .then((answer) => settle({ state: 'answered', answer }))
      .catch(() => {
        if (!asking.signal.aborted) settle({ state: 'failed' });
      });
    return () => asking.abort();
  }, [address]);
  return held?.address === address ? held.lookup : { state: 'asking' };
}
