import { useEffect, useMemo } from 'react';
import type { CalendarVisit } from '../../db/reads/visits/calendar-row.ts';
import { figuresOf } from '../board/strip/figures.ts';
import { placesOfDay } from '../board/strip/places-of-day.ts';
import { useWeekOf } from '../data/use-week.ts';
import type { WeekView } from '../data/week-view.ts';
import { wallWords as words } from '../words/board/wall-words.ts';
import { SlotTable } from './slot-table.tsx';
import { useWallPart, type WallBoard } from './use-wall-part.ts';
import { VisitLists } from './visit-lists.tsx';
import styles from './wall.module.css';
import { WallFigures } from './wall-figures.tsx';
import { WallHead } from './wall-head.tsx';

type Props = {
  board: WallBoard;
  view: WeekView;
  technicians: Record<number, string>;
  now: Date;
  day: string;
  /** Its turn; the others are followed, and draw nothing. */
  shown: boolean;
  refresh: () => void;
};

const loadAgainMs = 10_000;

/** The day of one operation. */
export function OperationWall({ board, view, technicians, now, day, shown, refresh }: Props) {
  const { week, reload } = useWeekOf(view);
  const { slots, zones } = useWallPart(board, refresh);
  const { status, cells } = week;
  const ready = status === 'ready';
  useEffect(() => {
    if (ready) return;
    // By an interval: a try that fails at once may change nothing that is drawn.
    const timer = setInterval(() => {
      if (view.snapshot().status === 'failed') reload();
    }, loadAgainMs);
    return () => clearInterval(timer);
  }, [ready, view, reload]);
  const visits = useMemo(() => [...cells.values()].flat(), [cells]);
  useUnknownTechnician(visits, technicians, refresh);
  if (!shown) return null;
  const withoutSlots = visits.length === 0 && !slots.some(({ enabled }) => enabled);
  const why =
    status === 'loading'
      ? words.loading
      : status === 'failed'
        ? words.failed
        : withoutSlots
          ? words.noSlots
          : null;
  return (
    <>
      <WallHead name={board.name} day={day} now={now} />
      {why ? (
        <p className={styles.why}>{why}</p>
      ) : (
        <>
          <WallFigures figures={figuresOf(visits, slots, placesOfDay(cells, slots, day, now))} />
          {visits.length === 0 ? (
            <p className={styles.why}>{words.noVisits}</p>
          ) : (
            <div className={styles.body}>
              <SlotTable cells={cells} slots={slots} day={day} now={now} />
              <VisitLists visits={visits} slots={slots} names={{ zones, technicians }} />
            </div>
          )}
        </>
      )}
    </>
  );
}

/** A technician who was not there yet when the names were read. */
function useUnknownTechnician(
  visits: readonly CalendarVisit[],
  technicians: Record<number, string>,
  refresh: () => void,
) {
  const unknown = visits.find(
    ({ technicianId, onTheWay, delayed }) =>
      technicianId !== null && (onTheWay || delayed) && technicians[technicianId] === undefined,
  )?.technicianId;
  // Once each: of a technician who is no longer active there is no name.
  useEffect(() => {
    if (unknown) refresh();
  }, [unknown, refresh]);
}
