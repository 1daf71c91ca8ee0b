import { useLoaderData, useLocation, useNavigation, useRevalidator } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState } from 'react';

/** A command's answer and the change that it causes ask for one revalidation between them. */
const settleMs = 30;
const droppedMs = 1_000;

/**
 * Reads the screen's data again, one revalidation at a time: a request during another or during a navigation follows it.
 * A revalidation that starts would cancel the one under way, which logs an error in the browser's console. One that a
 * concurrent navigation drops leaves no trace in the revalidator's state: without an answer it is started again.
 *
 * @returns asks for it; the same function for as long as the screen stands
 */
export function useReading(): () => void {
  const { state, revalidate } = useRevalidator();
  const navigating = useNavigation().state !== 'idle';
  const { key } = useLocation();
  // Another object is another answer.
  const data: unknown = useLoaderData();
  const [requests, setRequests] = useState(0);
  const begun = useRef<{ requests: number; shown: unknown }>({ requests: 0, shown: null });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs at every address
  useEffect(() => {
    if (state !== 'idle' || navigating) return;
    const unanswered = begun.current.shown === data;
    if (requests === begun.current.requests && !unanswered) return;
    const begin = () => {
      begun.current = { requests, shown: data };
      revalidate();
    };
    const timer = setTimeout(begin, unanswered ? droppedMs : settleMs);
    return () => clearTimeout(timer);
  }, [requests, state, navigating, key, data, revalidate]);
  return useCallback(() => setRequests((times) => times + 1), []);
}
