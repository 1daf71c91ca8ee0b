import { useEffect, useRef, useState } from 'react';

/** After this a retry is sent on what the screen has; a refusal says the rest. */
const longestWaitMs = 5_000;

/**
 * Another try after a refusal for a concurrent change. The refusal may arrive before the change itself does, by the
 * live channel or a reload: until then a retry would act on the refused version again, so that it waits.
 * @param shown the version on the screen
 * @param refused the version that was refused; null: none was
 */
export function useRetry(shown: number | undefined, refused: number | null, retry: () => void) {
  const [waiting, setWaiting] = useState(false);
  const latest = useRef(retry);
  latest.current = retry;
  const behind = refused !== null && shown === refused;
  useEffect(() => {
    if (!waiting) return;
    const go = () => {
      setWaiting(false);
      latest.current();
    };
    if (!behind) return go();
    const timer = setTimeout(go, longestWaitMs);
    return () => clearTimeout(timer);
  }, [waiting, behind]);
  return { waiting, retry: () => setWaiting(true) };
}
