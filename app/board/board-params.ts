import { useCallback, useMemo } from 'react';
import { addDays, isDay, mondayOf } from '../../machines/calendar/slots.ts';
import { type DayFilter, dayFilters } from '../../machines/visit/day-filters.ts';
import type { OrderQuery } from '../data/orders-view.ts';
import { type Place, readPlace } from './create/place.ts';
import { readFilter, type VisitFilter } from './filters/visit-filter.ts';
import { useAddress } from './use-address.ts';

/**
 * The whole state of a board stands in its address, so that a link, a reload and
 * the Back key show the same. Absent means the spec's default (S1 §2, §9).
 */
export type BoardParams = {
  zone: number | null;
  /** The first of the seven days shown: a Monday, unless they are `rolling`. */
  week: string;
  rolling: boolean;
  /** The days of this week that are over are shown in full; else they are folded. */
  pastOpen: boolean;
  mode: 'pending' | 'priority';
  contractors: boolean;
  unscheduledOnly: boolean;
  type: number | null;
  listHidden: boolean;
  /** Which half a small screen shows. */
  smallView: 'calendario' | 'listado';
  order: string | null;
  client: string | null;
  /** A visit, looked at beside the board. */
  visit: number | null;
  /** A ticket of the client, shown over it. */
  ticket: number | null;
  legend: 'listado' | 'calendario' | null;
  /** The visit to be found in the calendar, the order to be found in the list (ux.md U21). */
  foundVisit: number | null;
  foundOrder: string | null;
  /** Which visits are shown by their state; null: all. */
  only: DayFilter | null;
  /** Which visits are shown, zone and state included. */
  filter: VisitFilter;
  /** Where a visit is being made, while its order is chosen. */
  creating: Place | null;
  /** What is being done to a visit, in a dialog. */
  action: { step: 'tecnico' | 'reprogramar'; visitId: number } | null;
};

/** The filters by their names in the address. */
export const filterNames: Record<DayFilter, string> = {
  todo: 'porhacer',
  onTheWay: 'encamino',
  done: 'concluidas',
  late: 'demoradas',
  unassigned: 'sintecnico',
  places: 'lugares',
  outOfSlot: 'fueradefranja',
};
/** A map, not an object: the name comes from the address. */
const filterOf = new Map(dayFilters.map((filter) => [filterNames[filter], filter]));

export function readBoardParams(search: string, today: string): BoardParams {
  const params = new URLSearchParams(search);
  const number = (name: string) => {
    const text = params.get(name);
    return text && /^\d{1,9}$/.test(text) ? Number(text) : null;
  };
  const day = params.get('semana');
  const legend = params.get('ayuda');
  const rolling = params.get('dias') === 'corridos';
  const from = day && isDay(day) ? day : today;
  const step = params.get('accion');
  const about = number('de');
  const zone = number('zona');
  const only = filterOf.get(params.get('solo') ?? '') ?? null;
  return {
    zone,
    week: rolling ? from : mondayOf(from),
    rolling,
    pastOpen: params.get('pasados') === '1',
    mode: params.get('modo') === 'prioridad' ? 'priority' : 'pending',
    contractors: params.get('contratistas') === '1',
    unscheduledOnly: params.get('sinvisita') === '1',
    type: number('tipo'),
    listHidden: params.get('lista') === '0',
    smallView: params.get('vista') === 'listado' ? 'listado' : 'calendario',
    order: params.get('orden'),
    client: params.get('cliente'),
    visit: params.get('orden') === null && params.get('cliente') === null ? number('ver') : null,
    foundVisit: number('visita'),
    foundOrder: params.get('fila'),
    ticket: params.get('cliente') === null ? null : number('ticket'),
    creating: readPlace(params.get('crear')),
    only,
    filter: { zone, only, ...readFilter(params) },
    action:
      about !== null && (step === 'tecnico' || step === 'reprogramar') ? { step, visitId: about } : null,
    legend: legend === 'listado' || legend === 'calendario' ? legend : null,
  };
}

/** The list of orders that these parameters ask for: of the kind that its own filter says, else the board's. */
export const orderQueryOf = (operation: string, params: BoardParams): OrderQuery => ({
  operation,
  mode: params.mode,
  zone: params.zone,
  contractors: params.contractors,
  unscheduledOnly: params.unscheduledOnly,
  type: params.type ?? params.filter.kind,
});

/** Another week, counted from the one in the address: two quick presses are two weeks. */
export function useTurnWeek(today: string) {
  const { set } = useAddress();
  return useCallback(
    (days: number) => {
      const { week } = readBoardParams(window.location.search, today);
      set({ semana: addDays(week, days), visita: null });
    },
    [set, today],
  );
}

/** Shows the days of this week that are over in full, or folds them. */
export function useShowPast() {
  const { set } = useAddress();
  return useCallback((open: boolean) => set({ pasados: open ? '1' : null }), [set]);
}

export function useBoardParams(today: string) {
  const { search, set } = useAddress();
  return { params: useMemo(() => readBoardParams(search, today), [search, today]), search, set };
}
