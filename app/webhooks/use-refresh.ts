import { useNavigation, useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';

/**
 * Read the screen's data again and again while somebody looks at it. Deliveries
 * are no events of an operation, which is all that the live feed carries.
 */
export function useRefresh(everyMs: number): () => void {
  const { state, revalidate } = useRevalidator();
  // A reading would break off a navigation under way, and begin it anew.
  const idle = useNavigation().state === 'idle' && state === 'idle';
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible' && idle) revalidate();
    };
    const timer = setInterval(look, everyMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [everyMs, idle, revalidate]);
  return revalidate;
}
