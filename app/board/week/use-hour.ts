import { useEffect, useState } from 'react';
import { hourOf } from '../../../machines/calendar/slots.ts';

const everyMs = 30_000;

/** The hour that it is, in the business zone; null until the page runs: the server drew it a moment ago. */
export function useHour(): number | null {
  const [hour, setHour] = useState<number | null>(null);
  useEffect(() => {
    const look = () => setHour(hourOf(new Date()));
    look();
    const timer = setInterval(look, everyMs);
    return () => clearInterval(timer);
  }, []);
  return hour;
}
