import { useEffect, useRef } from 'react';

/**
 * What a document brought for its first drawing.
 * @returns `current` is null afterwards: it grows old, and what is shown later is read
 */
export function useSent<Sent>(sent: Sent | null): { readonly current: Sent | null } {
  const unused = useRef(sent);
  useEffect(() => {
    unused.current = null;
  }, []);
  return unused;
}
