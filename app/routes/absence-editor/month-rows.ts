import type { ListedAbsence } from '../../../db/reads/people/crew.ts';
import { absencesOn } from '../../../machines/visit/absences.ts';

/** Consecutive days of one absence, or a single day without one. */
export type Segment = { from: string; to: string; length: number; absence: ListedAbsence | null };

export type MonthRow = {
  technicianId: number;
  name: string;
  segments: Segment[];
  /** The days on which they are absent, also in part. */
  absent: Set<string>;
};

/** Of several absences on a day, one of the whole day is shown. */
const shownOn = (absences: ListedAbsence[], technicianId: number, day: string): ListedAbsence | null => {
  const those = absencesOn(absences, technicianId, day);
  return those.find(({ slotIds }) => slotIds.length === 0) ?? those[0] ?? null;
};

/** A row for each technician who is absent on one of these days, by name. */
export function rowsOf(absences: ListedAbsence[], days: string[]): MonthRow[] {
  const names = new Map(absences.map(({ technicianId, technicianName }) => [technicianId, technicianName]));
  return [...names]
    .map(([technicianId, name]) => rowOf(absences, days, technicianId, name))
    .filter(({ absent }) => absent.size > 0)
    .sort((a, b) => a.name.localeCompare(b.name, 'es'));
}

function rowOf(absences: ListedAbsence[], days: string[], technicianId: number, name: string): MonthRow {
  const segments: Segment[] = [];
  for (const day of days) {
    const absence = shownOn(absences, technicianId, day);
    const last = segments.at(-1);
    if (last && absence !== null && last.absence?.id === absence.id) {
      last.to = day;
      last.length++;
    } else segments.push({ from: day, to: day, length: 1, absence });
  }
  const absent = new Set(days.filter((day) => shownOn(absences, technicianId, day) !== null));
  return { technicianId, name, segments, absent };
}
