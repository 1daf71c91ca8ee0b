import { isDay } from '../../../machines/calendar/slots.ts';
import { type BoardView, viewOf } from '../board-view.ts';

/** What the day board shows, as its address says (contract §10). */
export type DayParams = {
  /** The board by technician or the map, instead of the week. */
  shown: boolean;
  view: BoardView;
  day: string;
  technician: number | null;
  /** An order type. */
  kind: number | null;
  /** Derived to a contractor, or not; null: both. */
  contractor: 'only' | 'none' | null;
  byZone: boolean;
  search: string;
  /** The visits that are being moved, or rescheduled, in a dialog. */
  moving: number[];
  rescheduling: number[];
};

/** As the address names them. */
export const contractorNames = { only: 'solo', none: 'sin' } as const;

/** A map, not an object: the name comes from the address. */
const contractorOf = new Map<string, DayParams['contractor']>([
  [contractorNames.only, 'only'],
  [contractorNames.none, 'none'],
]);

export function readDayParams(search: string, today: string): DayParams {
  const params = new URLSearchParams(search);
  const number = (name: string) => {
    const text = params.get(name);
    return text && /^\d{1,9}$/.test(text) ? Number(text) : null;
  };
  const day = params.get('dia');
  const view = viewOf(params);
  return {
    ...{ view, shown: view !== 'week' },
    day: day && isDay(day) ? day : today,
    technician: number('tecnico'),
    kind: number('clase'),
    contractor: contractorOf.get(params.get('contratista') ?? '') ?? null,
    byZone: params.get('grupo') === 'zona',
    search: params.get('buscar') ?? '',
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
