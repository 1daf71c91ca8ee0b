import { useEffect, useState } from 'react';
import { hourOf } from '../../../machines/calendar/slots.ts';

const everyMs = 30_000;

/** The hour that it is, in the business zone. @param read when the screen was read: what the server drew it for */
export function useHour(read: number): number {
  const [hour, setHour] = useState(read);
  useEffect(() => {
    const look = () => setHour(hourOf(new Date()));
    look();
    const timer = setInterval(look, everyMs);
    return () => clearInterval(timer);
  }, []);
  return hour;
}
