import { useMemo } from 'react';
import { useLiveView } from './live-view.ts';
import { type WeekState, WeekView } from './week-view.ts';

/**
 * Seven days of an operation, live.
 * @param from the first of them
 * @param today its visits are held too where it is not among them; null: they are not wanted
 */
export function useWeek(
  operation: string,
  from: string,
  today: string | null = null,
): { week: WeekState; reload: () => void } {
  const { view, operations } = useMemo(
    () => ({ view: new WeekView(operation, { from, today }), operations: [operation] }),
    [operation, from, today],
  );
  return { week: useLiveView(view, operations), reload: view.reload };
}

/** One day of an operation, live, with the view that moves are laid over. */
export function useDay(operation: string, day: string): { state: WeekState; view: WeekView } {
  const { view, operations } = useMemo(
    () => ({ view: new WeekView(operation, { from: day, alone: true }), operations: [operation] }),
    [operation, day],
  );
  return { state: useLiveView(view, operations), view };
}
