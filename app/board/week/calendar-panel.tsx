import { useMemo } from 'react';
import { useWeekViews } from '../../data/use-week.ts';
import type { SentWeeks } from '../../data/week-view.ts';
import type { OperationBoard } from '../board-data.server.ts';
import { LazyVisitPanel } from '../lookups/lazy-visit-panel.tsx';
import { useIsPhone } from '../panel/use-room.ts';
import type { CalendarProps } from './calendar-props.ts';
import { OneCalendar } from './one-calendar.tsx';
import { SeveralCalendars } from './several-calendars.tsx';
import { useHeldVisit } from './use-held-visit.ts';

type Props = CalendarProps & {
  /** What is shown beside the main operation; a phone has no room for it. */
  others?: readonly OperationBoard[] | undefined;
  /** The user's operations, in the order in which the bar has them. */
  operations: readonly { code: string }[];
  /** The main operation's week, where the document brought it. */
  sent: SentWeeks | null;
};

/** The week of an operation, or those of several below each other, and beside them the visit that is looked at. */
export function CalendarPanel({ others, operations, sent, ...props }: Props) {
  const { board, params, today, mode } = props;
  const phone = useIsPhone(others !== undefined);
  const boards = useMemo(() => {
    const byOperation = new Map([board, ...((!phone && others) || [])].map((data) => [data.operation, data]));
    return operations.flatMap(({ code }) => byOperation.get(code) ?? []);
  }, [board, others, operations, phone]);
  const shown = boards.map(({ operation }) => operation);
  const views = useWeekViews(shown, params.week, today, sent);
  const heldVisit = useHeldVisit(views, params.visit);
  return (
    <>
      <LazyVisitPanel id={params.visit} boardVisit={heldVisit} mode={mode} />
      {views.length === 1 ? (
        <OneCalendar {...props} view={views[0]!} />
      ) : (
        <SeveralCalendars {...props} boards={boards} views={views} />
      )}
    </>
  );
}
