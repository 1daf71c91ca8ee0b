import { useCallback, useMemo, useRef } from 'react';
import type { Crew } from '../../../db/reads/people/crew.ts';
import type { Slot } from '../../../db/reads/settings/operation.ts';
import type { CalendarVisit } from '../../../db/reads/visits/calendar-row.ts';
import { leftIn } from '../../../machines/calendar/capacity.ts';
import { instantOf } from '../../../machines/calendar/slots.ts';
import type { Durations } from '../../../machines/visit/load.ts';
import type { PlacingRules } from '../../../machines/visit/placing.ts';
import { type AskAnswer, askAddress } from '../../data/ask.ts';
import { useRead } from '../../data/use-read.ts';
import type { WeekState } from '../../data/week-view.ts';
import { useViewer } from '../../routes/signed-in/screen.ts';
import type { BoardData } from '../board-data.server.ts';
import type { BoardParams } from '../board-params.ts';
import { useFilter } from '../filters/use-filter.ts';
import { narrowsBeyondZone } from '../filters/visit-filter.ts';
import { namesOf } from '../week/chip-text.ts';
import type { DayParams } from './day-params.ts';
import { type DayBoard, type DayRow, rowsOf } from './day-rows.ts';
import { useRowOrder } from './rows/use-row-order.ts';
import { useMinute } from './use-minute.ts';

type Options = {
  state: WeekState;
  slots: readonly Slot[];
  crew: Crew;
  board: NonNullable<BoardData['board']>;
  params: BoardParams;
  shown: DayParams;
  today: string;
  /** Technicians who stand first. */
  favourites: ReadonlySet<number>;
};

const noDurations: Durations = {};

/** What the day board shows of the day: rows, slots, places left, the moment, and what a move is checked by. */
export function useDayBoard(options: Options) {
  const { state, slots, crew, board, params, shown, today, favourites } = options;
  const { permissions } = useViewer();
  const read = useRead<AskAnswer<'durations'>>(askAddress('durations', { subsidiary: board.operation }), {
    keep: true,
  });
  const durations = read.state === 'answered' && read.answer.ok ? read.answer.durations : noDurations;
  const visits = useMemo(() => [...state.cells.values()].flat(), [state.cells]);
  const zones = useMemo(() => new Map(board.zones.map(({ id, name }) => [id, name])), [board.zones]);
  const open = useMemo(
    () => slots.filter((slot) => slot.enabled || visits.some(({ slotId }) => slotId === slot.id)),
    [slots, visits],
  );
  const { day, technician, byZone, order } = shown;
  const names = useMemo(() => namesOf(board.names), [board.names]);
  const { filter, narrowed, shows } = useFilter(params.filter, names.technicians);
  const counted = useMemo(() => visits.filter(narrowed), [visits, narrowed]);
  // Of a technician alone the row is shown though it is empty: visits are dropped on it.
  const filtered =
    params.zone !== null || params.only !== null || narrowsBeyondZone({ ...filter, technician: null });
  const drawn = useRef<readonly DayRow[]>([]);
  const all = useMemo<DayBoard>(
    () => ({
      ...{ slots: open, visits, crew, durations },
      technicians: names.technicians,
      zones: board.zones,
    }),
    [open, visits, crew, durations, names, board.zones],
  );
  const rows = useMemo(() => {
    const slotOf = new Map(slots.map((slot) => [slot.id, slot]));
    const asks = {
      ...{ day, technician, byZone, narrowed, onlyWithVisits: filtered },
      shows: (visit: CalendarVisit) => shows(visit, slotOf.get(visit.slotId)),
    };
    drawn.current = rowsOf(all, asks, drawn.current);
    return drawn.current;
  }, [all, slots, day, narrowed, shows, filtered, technician, byZone]);
  const ordered = useRowOrder(rows, { order, favourites, key: `${day} ${state.status} ${read.state}` });

  const left = useLeft(slots, visits, day);
  const rules = useMemo<PlacingRules>(
    () => ({ ...crew, left, mayOverbook: permissions.includes('can_overbook') }),
    [crew, left, permissions],
  );
  const nowIn = useNowIn(day, today);
  return { visits, counted, rows: ordered, filter, slots: open, zones, left, nowIn, rules, filtered };
}

/** The places left in a slot of the day; null: any number. */
const useLeft = (slots: readonly Slot[], visits: readonly CalendarVisit[], day: string) =>
  useCallback(
    (slotId: number) => {
      const slot = slots.find(({ id }) => id === slotId);
      const here = visits.filter((visit) => visit.slotId === slotId);
      return slot ? leftIn(slot, day, here) : null;
    },
    [slots, visits, day],
  );

/** How much of a slot has passed, in per cent; null: it is not now. */
function useNowIn(day: string, today: string) {
  const minute = useMinute();
  return useCallback(
    (slot: Slot): number | null => {
      if (minute === null || day !== today) return null;
      const from = instantOf(day, slot.fromHour).getTime();
      const to = instantOf(day, slot.toHour).getTime();
      return minute < from || minute >= to ? null : Math.round(((minute - from) / (to - from)) * 100);
    },
    [minute, day, today],
  );
}
