import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import styles from '../../board/board.module.css';
import { BoardBar } from '../../board/board-bar.tsx';
import { loadBoard } from '../../board/board-data.server.ts';
import { useBoardParams } from '../../board/board-params.ts';
import { readDayParams } from '../../board/day/day-params.ts';
import { LazyDayPanel } from '../../board/day/lazy-day-panel.tsx';
import { DayOfOne } from '../../board/day-of-one.tsx';
import { LazyLookupDialogs } from '../../board/lazy-lookup-dialogs.tsx';
import { OrderList } from '../../board/orders/order-list.tsx';
import { useRemembered } from '../../board/use-remembered.ts';
import { CalendarPanel } from '../../board/week/calendar-panel.tsx';
import { useWeekKeys } from '../../board/week/use-week-keys.ts';
import { revalidateFor } from '../../data/should-revalidate.ts';
import { useSingleKey } from '../../shortcuts/shortcuts.tsx';
import { PlainNotice } from '../../ui/plain/plain.tsx';
import { boardWords } from '../../words/board/board-words.ts';
import { shellWords } from '../../words/shell/shell-words.ts';
import { type ScreenHandle, useViewer } from '../signed-in/screen.ts';

export const loader = loadBoard;
export const shouldRevalidate = revalidateFor('op');
export const handle: ScreenHandle = { title: shellWords.product, search: true, fixed: true, board: 'both' };
export const meta: MetaFunction = () => [{ title: shellWords.product }];

/** The dispatcher's home (S1 §2 index_jefetec): the list of orders beside the week of visits, or a day by technician. */
export default function Jefetec() {
  const { today, hour, operations, elsewhere, board, others, sentWeeks, sentOrders } =
    useLoaderData<typeof loader>();
  const viewer = useViewer();
  const { params, search, set } = useBoardParams(today);
  // S1 §2: the key a or A.
  useSingleKey('a', () => set({ lista: params.listHidden ? null : '0' }));
  const day = readDayParams(search, today);
  useWeekKeys(today, !day.shown);
  useRemembered('jefetec', search);
  if (!board) return <NoOperations />;
  return (
    <>
      <BoardBar
        operations={operations}
        elsewhere={elsewhere}
        board={board}
        others={others}
        params={params}
        today={today}
        set={set}
        withList
        view={day.view}
      />
      {day.shown && others && <DayOfOne main={board.operation} others={others} />}
      <div className={styles.body} data-small={params.smallView}>
        <OrderList
          operation={board.operation}
          params={params}
          types={board.names.orderTypes}
          slots={board.slots}
          among={others && viewer.operationNames[board.operation]}
          sent={sentOrders}
          set={set}
        />
        <LazyLookupDialogs params={params} editor />
        {day.shown && board.crew ? (
          <LazyDayPanel board={{ ...board, crew: board.crew }} params={params} shown={day} today={today} />
        ) : (
          <CalendarPanel
            board={board}
            others={others}
            operations={operations}
            params={params}
            today={today}
            hour={hour}
            sent={sentWeeks}
            mode="jefetec"
            mayConfigure={viewer.permissions.includes('can_edit_timestripes')}
          />
        )}
      </div>
    </>
  );
}

export function NoOperations() {
  return (
    <PlainNotice tone="yellow" role="alert" className={styles.alert} heading={boardWords.calendarFailedTitle}>
      {boardWords.noOperations} {boardWords.noOperationsHint}
    </PlainNotice>
  );
}
