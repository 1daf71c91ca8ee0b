import { useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';

/**
 * Read the screen's data again and again while somebody looks at it. Deliveries
 * are no events of an operation, which is all that the live feed carries.
 */
export function useRefresh(everyMs: number): () => void {
  const { state, revalidate } = useRevalidator();
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible' && state === 'idle') revalidate();
    };
    const timer = setInterval(look, everyMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [everyMs, state, revalidate]);
  return revalidate;
}
