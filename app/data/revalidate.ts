import { useLoaderData, useLocation, useNavigation, useRevalidator } from '@remix-run/react';
import { useCallback, useEffect, useRef, useState } from 'react';

/** What one moment asks for twice, its command's answer and the news of it, is one reading. */
const settleMs = 30;
const droppedMs = 1_000;

/**
 * The screen's data once more, one reading at a time: what is asked for while another reading or a navigation is under
 * way follows it. A reading that begins breaks off the one before it, whose answer may be half read: its news come
 * later than they could, and the browser's console tells of an error. One that a navigation of the same moment drops
 * leaves no trace, not even in the revalidator's state: without an answer it is begun anew.
 *
 * @returns asks for it; the same function for as long as the screen stands
 */
export function useReading(): () => void {
  const { state, revalidate } = useRevalidator();
  const navigating = useNavigation().state !== 'idle';
  const { key } = useLocation();
  // Another object is another answer.
  const data: unknown = useLoaderData();
  const [asked, setAsked] = useState(0);
  const begun = useRef<{ asked: number; shown: unknown }>({ asked: 0, shown: null });
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at anew at every address
  useEffect(() => {
    if (state !== 'idle' || navigating) return;
    const unanswered = begun.current.shown === data;
    if (asked === begun.current.asked && !unanswered) return;
    const begin = () => {
      begun.current = { asked, shown: data };
      revalidate();
    };
    const timer = setTimeout(begin, unanswered ? droppedMs : settleMs);
    return () => clearTimeout(timer);
  }, [asked, state, navigating, key, data, revalidate]);
  return useCallback(() => setAsked((times) => times + 1), []);
}
