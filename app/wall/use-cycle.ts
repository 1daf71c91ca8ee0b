import { useEffect, useState } from 'react';

/**
 * Which of several is shown: the next one after so many seconds, for ever. The arrows of a keyboard or a remote control
 * turn too.
 */
export function useCycle(count: number, seconds: number): { at: number; turn: number } {
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a turn by hand the time begins anew
  useEffect(() => {
    if (count < 2) return;
    const timer = setTimeout(() => setTurn((before) => before + 1), seconds * 1_000);
    return () => clearTimeout(timer);
  }, [count, seconds, turn]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (by !== undefined) setTurn((before) => before + by);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return { at: count === 0 ? 0 : ((turn % count) + count) % count, turn };
}
