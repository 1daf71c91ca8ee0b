import { useEffect, useState } from 'react';
import { isChange, type WiredEvent } from './event-line.tsx';

/** What changed of a visit after a version of its operation; null: nothing to ask, or not answered yet. */
export function useVisitEvents(visitId: number | null, after: number): WiredEvent[] | 'failed' | null {
  const [events, setEvents] = useState<WiredEvent[] | 'failed' | null>(null);
  useEffect(() => {
    setEvents(null);
    if (visitId === null) return;
    const asking = new AbortController();
    fetch(`/board/visit-events/${visitId}?after=${after}`, { signal: asking.signal })
      .then((response) => (response.ok ? (response.json() as Promise<WiredEvent[] | null>) : null))
      .then((found) => setEvents(found?.filter(isChange) ?? 'failed'))
      .catch(() => !asking.signal.aborted && setEvents('failed'));
    return () => asking.abort();
  }, [visitId, after]);
  return events;
}
