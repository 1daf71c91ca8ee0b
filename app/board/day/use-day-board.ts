import { useCallback, useMemo, useRef } from 'react';
import type { Crew } from '../../../db/reads/people/crew.ts';
import type { Slot } from '../../../db/reads/settings/operation.ts';
import type { CalendarVisit } from '../../../db/reads/visits/calendar-row.ts';
import { leftIn } from '../../../machines/calendar/capacity.ts';
import { instantOf } from '../../../machines/calendar/slots.ts';
import { hasWords } from '../../../machines/search/fold.ts';
import { isAmong } from '../../../machines/visit/day-filters.ts';
import type { Durations } from '../../../machines/visit/load.ts';
import type { PlacingRules } from '../../../machines/visit/placing.ts';
import { type AskAnswer, askAddress } from '../../data/ask.ts';
import { useRead } from '../../data/use-read.ts';
import type { WeekState } from '../../data/week-view.ts';
import { useViewer } from '../../routes/signed-in/screen.ts';
import type { BoardData } from '../board-data.server.ts';
import type { BoardParams } from '../board-params.ts';
import { namesOf } from '../week/chip-text.ts';
import type { DayParams } from './day-params.ts';
import { type DayBoard, type DayRow, rowsOf } from './day-rows.ts';
import { useMinute } from './use-minute.ts';

type Options = {
  state: WeekState;
  slots: readonly Slot[];
  crew: Crew;
  board: NonNullable<BoardData['board']>;
  params: BoardParams;
  shown: DayParams;
  today: string;
};

const noDurations: Durations = {};
const derivedToContractor = 2;

/** What the day board shows of the day: rows, slots, places left, the moment, and what a move is checked by. */
export function useDayBoard({ state, slots, crew, board, params, shown, today }: Options) {
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
  const inZone = useMemo(
    () => (params.zone === null ? visits : visits.filter(({ zoneId }) => zoneId === params.zone)),
    [visits, params.zone],
  );
  const { day, technician, kind, contractor, byZone, search } = shown;
  const shows = useShown({ board, slots, params, kind, contractor, search });
  const filtered =
    params.zone !== null || params.only !== null || kind !== null || contractor !== null || search !== '';
  const drawn = useRef<readonly DayRow[]>([]);
  const rows = useMemo(() => {
    const names = namesOf(board.names);
    const all: DayBoard = {
      ...{ slots: open, visits, crew, durations },
      technicians: names.technicians,
      zones: board.zones,
    };
    const next = rowsOf(all, { day, shows, onlyWithVisits: filtered, technician, byZone }, drawn.current);
    drawn.current = next;
    return next;
  }, [open, visits, crew, durations, board, day, shows, filtered, technician, byZone]);

  const left = useCallback(
    (slotId: number) => {
      const slot = slots.find(({ id }) => id === slotId);
      const here = visits.filter((visit) => visit.slotId === slotId);
      return slot ? leftIn(slot, day, here) : null;
    },
    [slots, visits, day],
  );
  const rules = useMemo<PlacingRules>(
    () => ({ ...crew, left, mayOverbook: permissions.includes('can_overbook') }),
    [crew, left, permissions],
  );
  const minute = useMinute();
  const nowIn = useCallback(
    (slot: Slot): number | null => {
      if (minute === null || day !== today) return null;
      const from = instantOf(day, slot.fromHour).getTime();
      const to = instantOf(day, slot.toHour).getTime();
      return minute < from || minute >= to ? null : Math.round(((minute - from) / (to - from)) * 100);
    },
    [minute, day, today],
  );
  return { visits, inZone, rows, slots: open, zones, left, nowIn, rules, filtered };
}

/** Whether a visit is among those asked for; the same function until the question changes. */
function useShown(filter: {
  board: Options['board'];
  slots: readonly Slot[];
  params: BoardParams;
  kind: number | null;
  contractor: DayParams['contractor'];
  search: string;
}): (visit: CalendarVisit) => boolean {
  const { board, slots, params, kind, contractor, search } = filter;
  const { zone, only } = params;
  const now = useRef(slots);
  now.current = slots;
  return useMemo(() => {
    const names = namesOf(board.names);
    return (visit) => {
      if (zone !== null && visit.zoneId !== zone) return false;
      if (kind !== null && visit.orderType !== kind) return false;
      if (contractor !== null && (visit.derivationType === derivedToContractor) !== (contractor === 'only'))
        return false;
      const slot = now.current.find(({ id }) => id === visit.slotId);
      if (only !== null && !isAmong(visit, only, slot)) return false;
      if (search.trim() === '') return true;
      const who = visit.technicianId === null ? '' : names.technicians.get(visit.technicianId);
      return hasWords(
        `${visit.clientName} ${visit.orderNumber} ${visit.nodeName} ${visit.tag} ${who}`,
        search,
      );
    };
  }, [board.names, zone, only, kind, contractor, search]);
}
