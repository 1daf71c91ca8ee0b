import { useEffect, useState } from 'react';

const everyMs = 60_000;

/** The moment that it is, to the minute; null until the page runs: the server drew it a moment ago. */
export function useMinute(): number | null {
  const [at, setAt] = useState<number | null>(null);
  useEffect(() => {
    const look = () => setAt(Date.now());
    look();
    const timer = setInterval(look, everyMs);
    return () => clearInterval(timer);
  }, []);
  return at;
}
