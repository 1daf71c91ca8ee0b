import type { Day } from '../calendar/slots.ts';

/** Days on which a technician does not work, both included, or slots of them. */
export type Absence = {
  id: number;
  technicianId: number;
  fromDay: Day;
  toDay: Day;
  /** Of any of the technician's operations; empty: the whole days. */
  slotIds: number[];
  reason: string;
  version: number;
};

type Days = Pick<Absence, 'technicianId' | 'fromDay' | 'toDay' | 'slotIds'>;

/** An absence of at most a year, a leap year's days included. */
export const absenceDaysLimit = 366;

/** The absences of a technician that touch the day. */
export const absencesOn = <Of extends Days>(absences: readonly Of[], technicianId: number, day: Day): Of[] =>
  absences.filter(
    (absence) => absence.technicianId === technicianId && absence.fromDay <= day && day <= absence.toDay,
  );

/** Whether a technician does not work in that slot of the day. */
export const isAbsent = (
  absences: readonly Days[],
  technicianId: number,
  day: Day,
  slotId: number,
): boolean =>
  absencesOn(absences, technicianId, day).some(
    ({ slotIds }) => slotIds.length === 0 || slotIds.includes(slotId),
  );

/** Whether a technician does not work on the whole day, not only in some of its slots. */
export const isAbsentAllDay = (absences: readonly Days[], technicianId: number, day: Day): boolean =>
  absencesOn(absences, technicianId, day).some(({ slotIds }) => slotIds.length === 0);
