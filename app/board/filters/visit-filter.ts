import type { CalendarVisit } from '../../../db/reads/visits/calendar-row.ts';
import { type DayFilter, isAmong } from '../../../machines/visit/day-filters.ts';

/** Which visits a board shows, in the week, the day and the map alike, as its address says; null: all (ux.md U45). */
export type VisitFilter = {
  zone: number | null;
  /** Of the strip's figures the one that is on. */
  only: DayFilter | null;
  technician: number | null;
  /** An order type. */
  kind: number | null;
  symptom: number | null;
  /** Derived to a contractor, or not. */
  contractor: 'only' | 'none' | null;
  /** Words as they were typed. */
  search: string;
};

/** A visit's derivation type (S1 §5). */
const toContractor = 2;

/** As the address names them. */
export const contractorNames = { only: 'solo', none: 'sin' } as const;

/** A map, not an object: the name comes from the address. */
const contractorOf = new Map<string | null, VisitFilter['contractor']>([
  [contractorNames.only, 'only'],
  [contractorNames.none, 'none'],
]);

/** What the address says beside zone and state, which are read with the board (board-params.ts). */
export function readFilter(params: URLSearchParams): Omit<VisitFilter, 'zone' | 'only'> {
  const number = (name: string) => {
    const text = params.get(name);
    return text && /^\d{1,9}$/.test(text) ? Number(text) : null;
  };
  return {
    technician: number('tecnico'),
    kind: number('clase'),
    symptom: number('sintoma'),
    contractor: contractorOf.get(params.get('contratista')) ?? null,
    search: params.get('buscar')?.trim() ?? '',
  };
}

/** Takes all of these out of the address, and leaves zone and state. */
export const noFilter = { tecnico: null, clase: null, sintoma: null, contratista: null, buscar: null };

/** How many are chosen in the filters' dialog. */
export const countOfFilter = ({ technician, kind, symptom, contractor }: VisitFilter): number =>
  [technician, kind, symptom, contractor].filter((value) => value !== null).length;

/** Whether anything but a zone and a state is asked for. */
export const narrowsBeyondZone = (filter: VisitFilter): boolean =>
  countOfFilter(filter) > 0 || filter.search !== '';

/** Whether a text has the words that were typed; undefined until it is there, as nothing is typed at first. */
export type HasWords = ((text: string, typed: string) => boolean) | undefined;

/**
 * Whether a visit is among those asked for, whatever its state: what the strip counts.
 * @param technicians by id, for what is typed
 */
export function isNarrowed(
  filter: VisitFilter,
  technicians: ReadonlyMap<number, string>,
  hasWords: HasWords,
): (visit: CalendarVisit) => boolean {
  const { zone, technician, kind, symptom, contractor, search } = filter;
  return (visit) => {
    if (zone !== null && visit.zoneId !== zone) return false;
    if (technician !== null && visit.technicianId !== technician) return false;
    if (kind !== null && visit.orderType !== kind) return false;
    if (symptom !== null && visit.symptomId !== symptom) return false;
    const isContractors = visit.derivationType === toContractor;
    if (contractor !== null && isContractors !== (contractor === 'only')) return false;
    if (search === '' || !hasWords) return true;
    const who = visit.technicianId === null ? '' : technicians.get(visit.technicianId);
    return hasWords(`${visit.clientName} ${visit.orderNumber} ${visit.nodeName} ${visit.tag} ${who}`, search);
  };
}

/** Whether a visit of a slot is shown: it is asked for, and in the state that is. */
export type Shows = (visit: CalendarVisit, slot: { toHour: number } | undefined) => boolean;

export const showsOf =
  (narrowed: (visit: CalendarVisit) => boolean, only: DayFilter | null): Shows =>
  (visit, slot) =>
    narrowed(visit) && (only === null || isAmong(visit, only, slot));
