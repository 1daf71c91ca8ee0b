import type { Slot, Zone } from '../../db/reads/settings/operation.ts';
import type { CalendarVisit } from '../../db/reads/visits/calendar-row.ts';
import { formatHours, slotHasEnded, slotHours } from '../../machines/calendar/slots.ts';
import { type DayFilter, isAmong } from '../../machines/visit/day-filters.ts';
import { cellKey, type WeekState } from '../data/week-view.ts';
import { wallWords as words } from '../words/board/wall-words.ts';

export const slotCounts = ['todo', 'onTheWay', 'late', 'unassigned', 'done'] as const satisfies DayFilter[];
export type SlotCount = (typeof slotCounts)[number];

export type SlotLine = {
  id: number;
  name: string;
  state: 'over' | 'now' | 'later';
  counts: Record<SlotCount, number>;
};

/** A visit on a wall that everybody sees: nothing of its customer. */
export type VisitLine = {
  id: number;
  technician: string;
  /** Zone, the end of its order's number, and its slot; of who has arrived, that. */
  what: string;
};

export type WallNames = {
  zones: readonly Pick<Zone, 'id' | 'name'>[];
  /** Surnames, by the technician's id. */
  technicians: Readonly<Record<number, string>>;
};

const tailLength = 4;

/** A day slot by slot; those that are over come first. */
export function slotLines(
  cells: WeekState['cells'],
  slots: readonly Slot[],
  day: string,
  now: Date,
): SlotLine[] {
  return slots.flatMap((slot) => {
    const visits = cells.get(cellKey(day, slot.id)) ?? [];
    if (!slot.enabled && visits.length === 0) return [];
    const count = (filter: SlotCount) => visits.filter((visit) => isAmong(visit, filter, slot)).length;
    const begun = slotHasEnded(day, slot.fromHour, now);
    return {
      id: slot.id,
      name: nameOf(slot),
      state: slotHasEnded(day, slot.toHour, now) ? 'over' : begun ? 'now' : 'later',
      counts: Object.fromEntries(slotCounts.map((name) => [name, count(name)])) as SlotLine['counts'],
    };
  });
}

/** Of more slots than there is room for, those that are over and have nothing left to do go first. */
export function slotsInRoom(lines: readonly SlotLine[], room: number): { shown: SlotLine[]; left: number } {
  const excess = lines.length - room;
  if (excess <= 0) return { shown: [...lines], left: 0 };
  // One row says how many there are beside.
  const hidden = excess + 1;
  const isDone = ({ state, counts }: SlotLine) =>
    state === 'over' && counts.todo + counts.onTheWay + counts.late === 0;
  const out = new Set(
    [...lines.filter(isDone), ...lines.filter((line) => !isDone(line)).toReversed()].slice(0, hidden),
  );
  return { shown: lines.filter((line) => !out.has(line)), left: out.size };
}

/** Who is on the way to what, or has arrived, by slot and technician. */
export const onTheWayLines = (visits: readonly CalendarVisit[], slots: readonly Slot[], names: WallNames) =>
  linesOf(visits, 'onTheWay', slots, names);

/** What is late, the longest first. */
export const lateLines = (visits: readonly CalendarVisit[], slots: readonly Slot[], names: WallNames) =>
  linesOf(visits, 'late', slots, names);

function linesOf(
  visits: readonly CalendarVisit[],
  filter: 'onTheWay' | 'late',
  slots: readonly Slot[],
  { zones, technicians }: WallNames,
): VisitLine[] {
  const slotOf = new Map(slots.map((slot) => [slot.id, slot]));
  const zoneOf = new Map(zones.map(({ id, name }) => [id, name]));
  const endOf = (visit: CalendarVisit) => slotOf.get(visit.slotId)?.toHour ?? slotHours.last;
  return visits
    .filter((visit) => isAmong(visit, filter, slotOf.get(visit.slotId)))
    .sort((a, b) => endOf(a) - endOf(b) || a.id - b.id)
    .map((visit) => {
      const slot = slotOf.get(visit.slotId);
      const zone = (visit.zoneId !== null && zoneOf.get(visit.zoneId)) || words.noZone;
      return {
        id: visit.id,
        technician:
          visit.technicianId === null
            ? words.noTechnician
            : (technicians[visit.technicianId] ?? words.unknownTechnician),
        what: [
          zone,
          words.order(visit.orderNumber.slice(-tailLength)),
          filter === 'onTheWay' && visit.arrived ? words.arrived : slot && nameOf(slot),
        ]
          .filter(Boolean)
          .join(' · '),
      };
    });
}

/** How many rows each of two lists gets: half, and what the other leaves. */
export function shareRoom(room: number, first: number, second: number): [number, number] {
  const half = Math.floor(room / 2);
  // An empty list has one row, which says so.
  const [a, b] = [Math.max(first, 1), Math.max(second, 1)];
  const forFirst = Math.min(a, Math.max(room - half, room - b));
  return [forFirst, Math.min(b, room - forFirst)];
}

/** The rows that are shown, the last of which may say how many there are beside. */
export function rowsInRoom<Row>(rows: readonly Row[], room: number): { shown: Row[]; left: number } {
  if (rows.length <= room) return { shown: [...rows], left: 0 };
  return { shown: rows.slice(0, room - 1), left: rows.length - room + 1 };
}

const nameOf = (slot: Slot): string => slot.name || formatHours(slot);
