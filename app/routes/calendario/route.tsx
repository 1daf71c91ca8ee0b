import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import styles from '../../board/board.module.css';
import { BoardBar } from '../../board/board-bar.tsx';
import { loadBoard } from '../../board/board-data.server.ts';
import { useBoardParams } from '../../board/board-params.ts';
import { LazyLookupDialogs } from '../../board/lazy-lookup-dialogs.tsx';
import { useRemembered } from '../../board/use-remembered.ts';
import { CalendarPanel } from '../../board/week/calendar-panel.tsx';
import { useWeekKeys } from '../../board/week/use-week-keys.ts';
import { revalidateFor } from '../../data/should-revalidate.ts';
import { shellWords } from '../../words/shell/shell-words.ts';
import { NoOperations } from '../jefetec/route.tsx';
import type { ScreenHandle } from '../signed-in/screen.ts';

export const loader = loadBoard;
export const shouldRevalidate = revalidateFor('op');
export const handle: ScreenHandle = { title: shellWords.product, search: true, fixed: true, board: 'week' };
export const meta: MetaFunction = () => [{ title: shellWords.product }];

/** Customer service's calendar (S1 §2 index_calendario): the week only, to read. */
export default function Calendario() {
  const { today, hour, operations, elsewhere, board, others, sentWeeks } = useLoaderData<typeof loader>();
  const { params, search, set } = useBoardParams(today);
  useWeekKeys(today);
  useRemembered('calendario', search);
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
      />
      <div className={styles.body}>
        <LazyLookupDialogs params={params} editor={false} />
        <CalendarPanel
          board={board}
          others={others}
          operations={operations}
          params={params}
          today={today}
          hour={hour}
          sent={sentWeeks}
          mode="calendario"
          mayConfigure={false}
        />
      </div>
    </>
  );
}
