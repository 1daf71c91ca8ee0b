import type { Crew } from '../../../db/reads/people/crew.ts';
import type { Slot } from '../../../db/reads/settings/operation.ts';
import type { CalendarVisit } from '../../../db/reads/visits/calendar-row.ts';
import { holdsPlace } from '../../../machines/calendar/capacity.ts';
import { absencesOn, isAbsentAllDay } from '../../../machines/visit/absences.ts';
import { isOpen } from '../../../machines/visit/facts.ts';
import { toneOf } from '../../../machines/visit/labels.ts';
import { type Durations, estimatedMinutes, shiftMinutes } from '../../../machines/visit/load.ts';
import { byRank } from '../../../machines/visit/round.ts';

export type Load = {
  visits: number;
  /** Estimated, and of the shift: the slots that the technician works in. */
  minutes: number;
  shift: number;
  late: number;
  onTheWay: CalendarVisit | null;
};

export type DayRow = {
  key: string;
  /** Null: visits without a technician. */
  technician: { id: number; name: string } | null;
  /** Where the rows are grouped by zone; null: of no zone. */
  zone: { id: number | null; name: string } | undefined;
  /** The visits that are shown, in the order in which they will be done. */
  cells: ReadonlyMap<number, readonly CalendarVisit[]>;
  /** The slots that the technician does not work in, and whether it is the whole day. */
  absentIn: ReadonlySet<number>;
  absent: boolean;
  load: Load;
};

export type DayBoard = {
  slots: readonly Slot[];
  /** All of the day, whatever is shown of them. */
  visits: readonly CalendarVisit[];
  crew: Crew;
  /** Also those who have left the operation. */
  technicians: ReadonlyMap<number, string>;
  durations: Durations;
  zones: readonly { id: number; name: string }[];
};

type Shown = {
  day: string;
  /** Whether a visit is shown. */
  shows: (visit: CalendarVisit) => boolean;
  /** Whether it is asked for, whatever its state: what is counted of visits without a technician, as the strip does. */
  narrowed?: (visit: CalendarVisit) => boolean;
  /** Technicians without a visit that is shown are left out. */
  onlyWithVisits: boolean;
  technician: number | null;
  byZone: boolean;
};

/**
 * The rows of the day board: what has no technician first, then the technicians by name; by zone, of each zone.
 * @param before the rows until now: one that shows the same keeps its identity, so that only changed rows are drawn again
 */
export function rowsOf(board: DayBoard, shown: Shown, before: readonly DayRow[] = []): DayRow[] {
  const byKey = new Map(before.map((row) => [row.key, row]));
  return freshRows(board, shown).map((row) => {
    const was = byKey.get(row.key);
    return was && isSameRow(was, row) ? was : row;
  });
}

/** Of no zone, or of one that was deleted. */
const noZone = { id: null, name: '' };

function freshRows(board: DayBoard, shown: Shown): DayRow[] {
  const visits = board.visits.filter(shown.shows);
  const all = groupBy(board.visits, ({ technicianId }) => technicianId);
  if (!shown.byZone) return rowsFor(board, all, shown, visits, undefined);
  const zones = [...board.zones, noZone];
  return zones.flatMap((zone) => {
    const here = visits.filter((visit) => isInZone(board, visit, zone));
    return here.length === 0 ? [] : rowsFor(board, all, { ...shown, onlyWithVisits: true }, here, zone);
  });
}

/** Whether a visit is of a zone, or where that is none, of a zone that the operation does not have. */
const isInZone = ({ zones }: DayBoard, { zoneId }: CalendarVisit, zone: { id: number | null }): boolean =>
  zone.id === null ? !zones.some(({ id }) => id === zoneId) : zoneId === zone.id;

type ByTechnician = ReadonlyMap<number | null, readonly CalendarVisit[]>;

function rowsFor(
  board: DayBoard,
  all: ByTechnician,
  { day, technician, onlyWithVisits, narrowed = () => true }: Shown,
  visits: readonly CalendarVisit[],
  zone: DayRow['zone'],
): DayRow[] {
  const byTechnician = groupBy(visits, ({ technicianId }) => technicianId);
  const people = listPeople(board).filter(
    ({ id }) => (technician === null || technician === id) && (!onlyWithVisits || byTechnician.has(id)),
  );
  const free = byTechnician.get(null) ?? [];
  const unassigned = technician !== null || (onlyWithVisits && free.length === 0) ? [] : [null];
  // Under a zone's head those of the zone.
  const waiting = (all.get(null) ?? []).filter(
    (visit) => narrowed(visit) && (zone === undefined || isInZone(board, visit, zone)),
  );
  return [...unassigned, ...people].map((person) => {
    const mine = person ? (byTechnician.get(person.id) ?? []) : free;
    return {
      key: `${zone?.id ?? ''}.${person?.id ?? 'none'}`,
      technician: person,
      zone,
      cells: cellsOf(mine),
      ...absenceOf(board, person, day),
      load: loadOf(board, person ? (all.get(person.id) ?? []) : waiting, person, day),
    };
  });
}

/** The crew, and technicians who have left it with visits of the day. */
function listPeople({ crew, visits, technicians }: DayBoard): { id: number; name: string }[] {
  const present = new Set(crew.technicians.map(({ id }) => id));
  const ids = new Set(visits.flatMap(({ technicianId }) => technicianId ?? []));
  const former = [...ids].filter((id) => !present.has(id));
  return [...crew.technicians, ...former.map((id) => ({ id, name: technicians.get(id) ?? '' }))];
}

function cellsOf(visits: readonly CalendarVisit[]): Map<number, CalendarVisit[]> {
  const cells = groupBy(visits, ({ slotId }) => slotId);
  for (const cell of cells.values()) cell.sort(inRound);
  return cells;
}

/** What was cancelled or moved to another day is no part of the round. */
const inRound = (a: CalendarVisit, b: CalendarVisit): number =>
  Number(holdsPlace(b)) - Number(holdsPlace(a)) || byRank(a, b);

function absenceOf(
  { crew, slots }: DayBoard,
  person: { id: number } | null,
  day: string,
): Pick<DayRow, 'absent' | 'absentIn'> {
  const absences = person ? absencesOn(crew.absences, person.id, day) : [];
  const whole = person !== null && isAbsentAllDay(crew.absences, person.id, day);
  const absentIn = new Set(whole ? slots.map(({ id }) => id) : absences.flatMap(({ slotIds }) => slotIds));
  return { absentIn, absent: whole };
}

/**
 * How many visits a row is said to have: of a technician those that hold a place, of those without one what still waits for
 * one, as the strip counts 'Sin técnico'.
 */
export const countOf = (technician: object | null, visits: readonly CalendarVisit[]): number =>
  visits.filter(technician ? holdsPlace : isOpen).length;

/** @param mine all of the technician's visits, whatever is shown of them */
function loadOf(
  { slots, durations, crew }: DayBoard,
  mine: readonly CalendarVisit[],
  person: { id: number } | null,
  day: string,
): Load {
  const placed = mine.filter(holdsPlace);
  const off = person ? absencesOn(crew.absences, person.id, day) : [];
  const works = slots.filter(
    ({ id, enabled }) => enabled && !off.some(({ slotIds }) => slotIds.length === 0 || slotIds.includes(id)),
  );
  return {
    visits: countOf(person, mine),
    minutes: estimatedMinutes(placed, durations),
    shift: shiftMinutes(works),
    late: mine.filter((visit) => toneOf(visit) === 'delayed').length,
    onTheWay: mine.find(({ onTheWay }) => onTheWay) ?? null,
  };
}

function isSameRow(a: DayRow, b: DayRow): boolean {
  return (
    a.technician?.id === b.technician?.id &&
    a.technician?.name === b.technician?.name &&
    a.zone === b.zone &&
    a.absent === b.absent &&
    (Object.keys(a.load) as (keyof Load)[]).every((figure) => a.load[figure] === b.load[figure]) &&
    a.absentIn.size === b.absentIn.size &&
    [...a.absentIn].every((slotId) => b.absentIn.has(slotId)) &&
    a.cells.size === b.cells.size &&
    [...a.cells].every(([slotId, visits]) => isSameCell(visits, b.cells.get(slotId)))
  );
}

const isSameCell = (a: readonly CalendarVisit[], b: readonly CalendarVisit[] | undefined): boolean =>
  a.length === b?.length && a.every((visit, at) => visit === b[at]);

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
