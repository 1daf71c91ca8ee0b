import { useEffect, useState } from 'react';

const settleMs = 1_500;

/** Whether the first load is over, so that what may be wanted next can be fetched without being in its way. */
export function useSettled(): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setSettled, settleMs, true);
    return () => clearTimeout(timer);
  }, []);
  return settled;
}
