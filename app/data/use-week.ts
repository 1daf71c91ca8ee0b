import { useMemo } from 'react';
import { useLiveView } from './live-view.ts';
import { type WeekState, WeekView } from './week-view.ts';

/** The week of an operation, live. @param monday its first day */
export function useWeek(operation: string, monday: string): { week: WeekState; reload: () => void } {
  const { view, operations } = useMemo(
    () => ({ view: new WeekView(operation, monday), operations: [operation] }),
    [operation, monday],
  );
  return { week: useLiveView(view, operations), reload: view.reload };
}
