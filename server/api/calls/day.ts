import type { Db } from '../../../db/connection/open.ts';
import type { Crew } from '../../../db/reads/people/crew.ts';
import type { ReadAnswer } from '../../../db/reads/registry.ts';
import {
  type CalendarRow,
  type CalendarVisit,
  calendarVisit,
} from '../../../db/reads/visits/calendar-row.ts';
import { readDays } from '../../../db/reads/visits/week.ts';
import { today } from '../../../machines/calendar/slots.ts';
import { absencesOn, isAbsent, isAbsentAllDay } from '../../../machines/visit/absences.ts';
import { statusLabel } from '../../../machines/visit/labels.ts';
import { estimatedMinutes, shiftMinutes } from '../../../machines/visit/load.ts';
import { bySlotAndRank } from '../../../machines/visit/round.ts';
import { dayAnswer, mapAnswer } from '../answers/visit.ts';
import { type Call, reading } from '../call.ts';
import { presenter } from './calendar.ts';

/** A day by technician, as the day board shows it (contract §10). */
export const dayCalls: Record<string, Call> = {
  day: reading(
    'day',
    {
      does: 'A day of an operation by technician: their visits in the order in which they will be done, skills and absences, and what has no technician.',
      answer: dayAnswer,
    },
    presentDay,
  ),
  map: reading(
    'dayMap',
    { does: "Where an operation's visits of a day and its waiting orders are.", answer: mapAnswer },
    (map, { subsidiary, date }, { db, now }) => presentMap(db, map, subsidiary, date ?? today(now)),
  ),
};

async function presentMap(
  db: Db,
  { places, orders, leftOut, version }: ReadAnswer<'dayMap'>,
  operation: string,
  date: string,
) {
  const { rows } = await readDays(db, operation, date, date);
  const at = new Map(
    places.map(([number, lat, lon, approximate]) => [number, { lat, lon, approximate: approximate === 1 }]),
  );
  const nowhere = { lat: null, lon: null, approximate: false };
  const visits = (JSON.parse(rows) as CalendarRow[]).map(calendarVisit);
  return {
    ...{ date, version },
    visits: visits.map((visit) => ({
      ...{ visit_id: visit.id, ot_number: visit.orderNumber, tech_id: visit.technicianId },
      status: statusLabel(visit, null),
      ...(at.get(visit.orderNumber) ?? nowhere),
    })),
    orders: orders.map(({ number, type, clientName, address, place }) => ({
      ...{ ot_number: number, ot_type: type, client_name: clientName, address },
      ...(place ?? nowhere),
    })),
    orders_left_out: leftOut,
  };
}

function presentDay(answer: ReadAnswer<'day'>) {
  const { day: date, version, rows, crew, durations, names, zones, slots, operationName } = answer;
  const visits = (JSON.parse(rows) as CalendarRow[]).map(calendarVisit).sort(bySlotAndRank(slots));
  const present = presenter(names, zones, slots, operationName);
  return {
    date,
    version,
    technicians: listTechnicians(crew, names.technicians, visits).map(({ id, name }) => ({
      tech_id: id,
      name,
      absent: isAbsentAllDay(crew.absences, id, date),
      absent_timestripes: absencesOn(crew.absences, id, date).flatMap(({ slotIds }) => slotIds),
      skills: skillsOf(crew, id),
      shift_minutes: shiftMinutes(
        slots.filter((slot) => slot.enabled && !isAbsent(crew.absences, id, date, slot.id)),
      ),
      estimated_minutes: estimatedMinutes(
        visits.filter(({ technicianId }) => technicianId === id),
        durations,
      ),
      visits: visits.filter(({ technicianId }) => technicianId === id).map(present),
    })),
    unassigned: visits.filter(({ technicianId }) => technicianId === null).map(present),
  };
}

/** The crew, and technicians who have left it with visits of that day. */
function listTechnicians(
  { technicians }: Crew,
  technicianNames: { id: number; name: string }[],
  visits: CalendarVisit[],
): { id: number; name: string }[] {
  const present = new Set(technicians.map(({ id }) => id));
  const former = technicianNames.filter(
    ({ id }) => !present.has(id) && visits.some(({ technicianId }) => technicianId === id),
  );
  return [...technicians, ...former];
}

const skillsOf = ({ technicians, skills }: Crew, id: number): string[] => {
  const has = technicians.find((technician) => technician.id === id)?.skills ?? [];
  return skills.filter((skill) => has.includes(skill.id)).map(({ name }) => name);
};
