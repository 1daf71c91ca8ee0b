import { useEffect, useState } from 'react';

/** The moment that the server read the day at, then this device's own, each minute: what is late becomes so without a reload. */
export function useNow(loaded: string): Date {
  const [now, setNow] = useState(() => new Date(loaded));
  useEffect(() => {
    const tick = () => setNow(new Date());
    const every = setInterval(tick, 60_000);
    return () => clearInterval(every);
  }, []);
  return now;
}
