import { useEffect } from 'react';
import { useReading } from '../data/revalidate.ts';

/**
 * Read the screen's data periodically while its tab is visible. Deliveries are no events of an operation, which is all
 * that the live feed carries.
 */
export function useRefresh(everyMs: number): () => void {
  const read = useReading();
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') read();
    };
    const timer = setInterval(look, everyMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [everyMs, read]);
  return read;
}
