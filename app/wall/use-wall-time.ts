import { useEffect, useState } from 'react';
import { noteServerTime, serverNow } from '../offline/server-clock.ts';

const minuteMs = 60_000;
/** A timer fires a little early on some devices. */
const afterMs = 50;

/**
 * The moment that it is by the server's clock, anew at each full minute; null until the page runs.
 * @param drawnAt when the server drew the page, a moment ago: the device's own clock may be of another day
 */
export function useWallTime(drawnAt: number): Date | null {
  const [now, setNow] = useState<Date | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      const at = serverNow();
      setNow(at);
      timer = setTimeout(look, minuteMs - (at.getTime() % minuteMs) + afterMs);
    };
    // Asleep, a device lets its timers wait.
    const wake = () => {
      clearTimeout(timer);
      look();
    };
    noteServerTime(new Date(drawnAt).toUTCString());
    look();
    document.addEventListener('visibilitychange', wake);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wake);
    };
  }, [drawnAt]);
  return now;
}
