import { useMediaQuery } from '@mantine/hooks';
import { type RefObject, useCallback, useMemo, useRef } from 'react';
import type { Changes } from '../../../db/feed/changes.ts';
import type { CalendarVisit } from '../../../db/reads/visits/calendar-row.ts';
import { useLivePart } from '../../data/use-live-part.ts';
import { useDay } from '../../data/use-week.ts';
import { useViewer } from '../../routes/signed-in/screen.ts';
import type { BoardData } from '../board-data.server.ts';
import type { BoardParams } from '../board-params.ts';
import { namesOf } from '../week/chip-text.ts';
import type { DayParams } from './day-params.ts';
import { type AskedMoves, useAskedMoves } from './use-asked-moves.ts';
import { useBeside } from './use-beside.ts';
import { useCreateByDrop } from './use-create-by-drop.ts';
import { useDayBoard } from './use-day-board.ts';
import { useDayKeys } from './use-day-keys.ts';
import { useDraggableOrders } from './use-draggable-orders.ts';
import { useDrops } from './use-drops.ts';
import { useFavourites } from './use-favourites.ts';
import { useRescheduling } from './use-rescheduling.ts';
import { useSelection } from './use-selection.ts';

const slotsIn = ({ timestripes }: Changes) => timestripes;
const crewIn = ({ crew }: Changes) => crew;
const none: readonly CalendarVisit[] = [];

export type DayPanelProps = {
  board: NonNullable<BoardData['board']> & { crew: NonNullable<NonNullable<BoardData['board']>['crew']> };
  params: BoardParams;
  shown: DayParams;
  today: string;
};

/** What the day shows, what is selected of it, and how visits are moved. */
export function useDayPanel({ board, params, shown, today }: DayPanelProps) {
  const { operation } = board;
  // Known before the day is there: a phone never draws the table.
  const phone = useMediaQuery('(max-width: 48em)', false) ?? false;
  const area = useRef<HTMLElement>(null);
  const { state, view } = useDay(operation, shown.day);
  const slots = useLivePart(board, board.slots, slotsIn);
  const crew = useLivePart(board, board.crew, crewIn);
  const names = useMemo(() => namesOf(board.names), [board.names]);
  const pinned = useFavourites();
  const { favourites } = pinned;
  const day = useDayBoard({ state, slots, crew, board, params, shown, today, favourites });
  const technicians = useMemo(() => crew.technicians.map(({ id, name }) => ({ id, name })), [crew]);
  const { visits, rules } = day;
  const moves = useAskedMoves({ view, day: shown.day, visits, rules, slots, names });
  const selection = useSelection(area, moves.mayMove ? visits : none);
  const rescheduling = useRescheduling({ ids: shown.rescheduling, visits, today, clear: selection.clear });
  const hover = useHandsAndKeys({ area, operation, shownDay: shown.day, today, day, moves, selection });
  const { idsOf } = selection;
  const { begin } = rescheduling;
  const dropOn = useCallback(
    (data: Record<string | symbol, unknown>, onDay: string) => begin(idsOf(data.visitId as number), onDay),
    [idsOf, begin],
  );
  return {
    ...{ phone, area, state, view, slots, crew, names, day, technicians },
    ...{ pinned, moves, selection, rescheduling, hover, dropOn },
  };
}

export type DayPanelParts = ReturnType<typeof useDayPanel>;

/** Visits and orders that are dragged onto the day, and visits that the keyboard moves. @returns what a drag shows */
function useHandsAndKeys(options: {
  area: RefObject<HTMLElement>;
  operation: string;
  shownDay: string;
  today: string;
  day: ReturnType<typeof useDayBoard>;
  moves: AskedMoves;
  selection: ReturnType<typeof useSelection>;
}) {
  const { area, operation, shownDay, today, day, moves, selection } = options;
  const { idsOf } = selection;
  useDraggableOrders(useViewer().permissions.includes('can_create_visit'));
  const create = useCreateByDrop({ operation, day: shownDay, rules: day.rules });
  const hover = useDrops({
    objection: (data, to) => {
      if (!('visitId' in data)) return create.objection(to);
      const ids = idsOf(data.visitId as number);
      return moves.objection(ids, moves.targetOf(ids, to));
    },
    drop: (data, to) => {
      if ('visitId' in data) {
        const ids = idsOf(data.visitId as number);
        moves.moveOrAsk(ids, to, () => selection.release(ids));
      } else void create.create(data.orderNumber as string, to);
    },
  });
  const beside = useBeside({ rows: day.rows, slots: day.slots, visits: day.visits });
  useDayKeys({
    area,
    today,
    beside,
    // By keys they go step by step, and stay chosen for the next one.
    move: (id, to) => moves.moveOrAsk(idsOf(id), to),
    ask: (id) => moves.ask(idsOf(id)),
    select: selection.toggle,
  });
  return hover;
}
