import { useEffect, useRef, useState } from 'react';

export type Lookup<Answer> = (
  | { state: 'asking' }
  | { state: 'failed' }
  | { state: 'answered'; answer: Answer }
) & {
  /** Ask again behind what is shown: it stays until the new answer is there. */
  refresh(): void;
  /** Ask again as the first time, after a failure. */
  retry(): void;
};

/** A quiet question that failed is asked again after this. */
const patienceMs = 2_000;

type Held<Answer> = { address: string; answer: Answer | null; failed: boolean };
type Asking = { refresh(): void; retry(): void };

/** Ask an address whose answers, refusals included, are JSON; null: nothing to ask. Another address drops the one under way. */
export function useLookup<Answer>(address: string | null): Lookup<Answer> {
  const [held, setHeld] = useState<Held<Answer> | null>(null);
  const asking = useRef<Asking | null>(null);
  const [again] = useState<Asking>(() => ({
    refresh: () => asking.current?.refresh(),
    retry: () => asking.current?.retry(),
  }));
  useEffect(() => {
    if (address === null) return;
    const mine = openAsking<Answer>(address, (answer, failed) => setHeld({ address, answer, failed }));
    asking.current = mine;
    mine.retry();
    return () => {
      mine.close();
      asking.current = null;
    };
  }, [address]);
  if (address === null || held?.address !== address) return { state: 'asking', ...again };
  if (held.failed) return { state: 'failed', ...again };
  return held.answer === null
    ? { state: 'asking', ...again }
    : { state: 'answered', answer: held.answer, ...again };
}

/** One question at a time: news that comes while one is under way is one more question after it. */
function openAsking<Answer>(address: string, settle: (answer: Answer | null, failed: boolean) => void) {
  const closed = new AbortController();
  let busy = false;
  let more = false;
  let later: ReturnType<typeof setTimeout> | undefined;
  const ask = async (quiet: boolean): Promise<void> => {
    if (busy) {
      more = true;
      return;
    }
    clearTimeout(later);
    busy = true;
    more = false;
    if (!quiet) settle(null, false);
    try {
      const response = await fetch(address, { signal: closed.signal });
      const answer = (await response.json()) as Answer;
      if (!closed.signal.aborted) settle(answer, false);
    } catch {
      if (closed.signal.aborted) return;
      if (quiet) later = setTimeout(() => void ask(true), patienceMs);
      else settle(null, true);
    } finally {
      busy = false;
    }
    if (more) void ask(true);
  };
  return {
    refresh: () => void ask(true),
    retry: () => void ask(false),
    close: () => {
      clearTimeout(later);
      closed.abort();
    },
  };
}
