import { isDay } from '../../../machines/calendar/slots.ts';
import { type BoardView, viewOf } from '../board-view.ts';
import { readFilter } from '../filters/visit-filter.ts';

/** What the day board shows, as its address says (contract §10). */
export type DayParams = ReturnType<typeof readFilter> & {
  /** The board by technician or the map, instead of the week. */
  shown: boolean;
  view: BoardView;
  day: string;
  byZone: boolean;
  order: RowOrder;
  /** Every row shows all of its visits. */
  whole: boolean;
  /** The visits that are being moved, or rescheduled, in a dialog. */
  moving: number[];
  rescheduling: number[];
};

/** How technicians are ordered: by name, or by load. */
export type RowOrder = 'menos' | 'mas' | null;

export function readDayParams(search: string, today: string): DayParams {
  const params = new URLSearchParams(search);
  const day = params.get('dia');
  const view = viewOf(params);
  const order = params.get('ordenar');
  return {
    ...{ view, shown: view !== 'week' },
    day: day && isDay(day) ? day : today,
    ...readFilter(params),
    byZone: params.get('grupo') === 'zona',
    whole: params.get('filas') === 'altas',
    order: order === 'menos' || order === 'mas' ? order : null,
    moving: idsIn(params.get('mover')),
    rescheduling: idsIn(params.get('reprogramar')),
  };
}

const idsIn = (text: string | null): number[] =>
  (text ?? '')
    .split(',')
    .filter((id) => /^\d{1,9}$/.test(id))
    .map(Number)
    .slice(0, 500);
