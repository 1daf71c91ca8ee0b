import { useEffect } from 'react';

/** Asks the device to keep its screen on; one that has no such thing, or refuses, is set so by hand. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let left = false;
    const hold = async () => {
      // Given back by the browser whenever the page is not seen.
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return;
      try {
        lock = await navigator.wakeLock?.request('screen');
        if (left) await lock?.release();
      } catch {
        // On low battery, or forbidden.
      }
    };
    void hold();
    document.addEventListener('visibilitychange', hold);
    return () => {
      left = true;
      document.removeEventListener('visibilitychange', hold);
      void lock?.release().catch(() => {});
    };
  }, []);
}
