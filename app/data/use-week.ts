import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLive } from './live.ts';
import { type WeekState, WeekStore } from './week-view.ts';

/** The week of an operation that contains `day`, live; another operation or week is another store. */
export function useWeek(operation: string, monday: string): { week: WeekState; reload: () => void } {
  const live = useLive();
  const [held, setHeld] = useState(() => new WeekStore(operation, monday));
  const current = held.snapshot();
  let store = held;
  if (current.operation !== operation || current.from !== monday) {
    store = new WeekStore(operation, monday);
    setHeld(store);
  }
  useEffect(() => {
    store.onLoaded = () => live.loaded(operation);
    const stop = live.watch(operation, store);
    void store.load();
    return () => {
      stop();
      store.close();
    };
  }, [store, live, operation]);
  const week = useSyncExternalStore(store.subscribe, store.snapshot, store.snapshot);
  return { week, reload: store.reload };
}
