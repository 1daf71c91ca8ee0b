import { useEffect, useState } from 'react';
import { useConnectionState } from './live.ts';

/** Longer than a reconnection on a good network takes: a blink is no news. */
const shownAfterMs = 1_000;

/** The age in whole minutes of what is on the screen while the connection is lost; null: it is not, or not long enough. */
export function useLostConnection(): number | null {
  const { status, since } = useConnectionState();
  const [now, setNow] = useState(0);
  const lost = status === 'lost';
  useEffect(() => {
    if (!lost) return;
    const tick = () => setNow(Date.now());
    const first = setTimeout(tick, shownAfterMs);
    const every = setInterval(tick, 15_000);
    return () => {
      clearTimeout(first);
      clearInterval(every);
    };
  }, [lost]);
  return lost && now - since >= shownAfterMs - 50 ? Math.floor((now - since) / 60_000) : null;
}
