import { useMemo, useRef } from 'react';
import { useLiveView } from './live-view.ts';
import { useSent } from './use-sent.ts';
import { type SentWeeks, type WeekState, WeekView } from './week-view.ts';

/**
 * Seven days of each of these operations. A view stays the same while others come and go beside it.
 * @param from the first of the days
 * @param today its visits are held too where it is not among them; null: they are not wanted
 * @param sent what the document brought
 */
export function useWeekViews(
  operations: readonly string[],
  from: string,
  today: string | null,
  sent: SentWeeks | null = null,
): readonly WeekView[] {
  const brought = useSent(sent);
  const views = useRef<ReadonlyMap<string, WeekView>>(new Map());
  const codes = operations.join();
  return useMemo(() => {
    const viewOf = (operation: string): [string, WeekView] => {
      const key = [operation, from, today].join();
      const first = brought.current;
      const sentWeeks = first?.operation === operation && first.from === from ? first : null;
      return [key, views.current.get(key) ?? new WeekView(operation, { from, today, sent: sentWeeks })];
    };
    views.current = new Map(codes.split(',').map(viewOf));
    return [...views.current.values()];
  }, [codes, from, today, brought]);
}

/** One day of each of these operations. A view stays the same while others come and go beside it. */
export function useDayViews(operations: readonly string[], day: string): readonly WeekView[] {
  const views = useRef<ReadonlyMap<string, WeekView>>(new Map());
  const codes = operations.join();
  return useMemo(() => {
    const viewOf = (operation: string): [string, WeekView] => {
      const key = [operation, day].join();
      return [key, views.current.get(key) ?? new WeekView(operation, { from: day, alone: true })];
    };
    views.current = new Map(codes.split(',').filter(Boolean).map(viewOf));
    return [...views.current.values()];
  }, [codes, day]);
}

/** The week of a view, live while it is shown. */
export function useWeekOf(view: WeekView): { week: WeekState; reload: () => void } {
  const operations = useMemo(() => [view.operation], [view]);
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
