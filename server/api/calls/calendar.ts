import type { Db } from '../../../db/connection/open.ts';
import {
  type BoardNames,
  listAllZones,
  listOperations,
  listSlots,
  readBoardNames,
  type Slot,
} from '../../../db/reads/settings/operation.ts';
import {
  type CalendarRow,
  type CalendarVisit,
  calendarVisit,
} from '../../../db/reads/visits/calendar-row.ts';
import { readWeek } from '../../../db/reads/visits/week.ts';
import { capacityOn, holdsPlace, placesLeft } from '../../../machines/calendar/capacity.ts';
import { formatDay, mondayOf, weekdayName, weekOf } from '../../../machines/calendar/slots.ts';
import { isOpen, stateOf } from '../../../machines/visit/facts.ts';
import { statusLabel, toneOf } from '../../../machines/visit/labels.ts';
import { derivations, statusHex } from '../../../machines/words/labels.ts';
import type { ByteStore, Bytes } from '../../http/week-bytes.ts';

/** The week by the spec's names (S1 §3 'Calendar response', contract §3), in its envelope, kept as bytes per version. */
export function calendarBytes(
  store: ByteStore,
  operation: string,
  day: string,
  zoneId: number | null,
  todayIs: string,
): Promise<Bytes | undefined> {
  const monday = mondayOf(day);
  return store(operation, `calendar.${operation}.${monday}.${zoneId}.${todayIs}`, async (db) => {
    const { version, data } = await buildCalendar(db, operation, monday, zoneId, todayIs);
    return { version, text: JSON.stringify({ code: 200, error: 0, diagnostic: '', data }) };
  });
}

async function buildCalendar(
  db: Db,
  operation: string,
  monday: string,
  zoneId: number | null,
  todayIs: string,
) {
  const week = await readWeek(db, operation, monday);
  const [names, zones, slots, [branch]] = await Promise.all([
    readBoardNames(db, operation),
    listAllZones(db, operation),
    listSlots(db, [operation]),
    listOperations(db, [operation]),
  ]);
  const all = (JSON.parse(week.rows) as CalendarRow[]).map(calendarVisit);
  const visits = all.filter((visit) => zoneId === null || visit.zoneId === zoneId);
  const placesOf = (slot: Slot, date: string) => {
    const capacity = capacityOn(slot, date);
    const taken = all.filter((visit) => visit.day === date && visit.slotId === slot.id && holdsPlace(visit));
    return { capacity, left: placesLeft(capacity, taken.length) };
  };
  const present = presenter(names, zones, slots, branch!.name);
  const days = weekOf(monday);
  const shown = slots.filter((slot) => slot.enabled || visits.some((visit) => visit.slotId === slot.id));
  const data = Object.fromEntries(
    days.map((date) => [
      date,
      Object.fromEntries(
        shown.map((slot) => {
          const here = visits.filter((visit) => visit.day === date && visit.slotId === slot.id);
          return [
            slot.id,
            {
              timestripe_id: slot.id,
              timestripe_name: slot.name,
              total_visits: here.length,
              open_visits: here.filter(
                (visit) => !['finished', 'cancelled', 'rescheduled'].includes(stateOf(visit)),
              ).length,
              ...placesOf(slot, date),
              visits: here.map(present),
            },
          ];
        }),
      ),
    ]),
  );
  return {
    version: week.version,
    data: {
      date_from: week.from,
      date_to: week.to,
      version: week.version,
      stripes: shown.length,
      parameters: {
        weekdays: days.map((date) => ({ name: weekdayName(date), ISODate: date, current: date === todayIs })),
      },
      data,
    },
  };
}

/** A calendar's visit by the spec's names. */
export function presenter(
  names: BoardNames,
  zones: { id: number; name: string; deleted: boolean }[],
  slots: { id: number; name: string }[],
  operationName: string,
) {
  const technicians = new Map(names.technicians.map(({ id, name }) => [id, name]));
  const reasons = new Map(names.reasons.map(({ value, text }) => [value, text]));
  const types = new Map(
    [...names.orderTypes, ...names.merged.orderTypes].map(({ value, text }) => [value, text]),
  );
  const zonesById = new Map(zones.map((zone) => [zone.id, zone]));
  /** Of a deleted zone its closed visits keep the name, and open ones have none. */
  const zoneNameOf = (visit: CalendarVisit) => {
    const zone = visit.zoneId === null ? undefined : zonesById.get(visit.zoneId);
    return zone && !(zone.deleted && isOpen(visit)) ? zone.name : null;
  };
  const slotNames = new Map(slots.map(({ id, name }) => [id, name]));
  return (visit: CalendarVisit) => {
    const label = statusLabel(visit, visit.reasonId === null ? null : (reasons.get(visit.reasonId) ?? null));
    return {
      id: visit.id,
      version: visit.version,
      date_dispatch: formatDay(visit.day),
      timestripe: visit.slotId,
      timestripe_friendly: slotNames.get(visit.slotId) ?? null,
      status: label,
      status_id: visit.statusId,
      status_friendly: label,
      hex_color: statusHex[toneOf(visit)],
      ot_type: visit.orderType,
      ot_number: visit.orderNumber,
      ot_type_friendly: types.get(visit.orderType) ?? null,
      subsidiary_friendly: operationName,
      node_name: visit.nodeName,
      tag: visit.tag,
      zone_name: zoneNameOf(visit),
      client_id: visit.clientId,
      client_name: visit.clientName,
      assigned_id: visit.technicianId,
      assigned_to: visit.technicianId === null ? null : (technicians.get(visit.technicianId) ?? null),
      tech_id: visit.technicianId,
      assigned: visit.technicianId !== null,
      detached: visit.detached,
      cancelled: visit.cancelled,
      finished: visit.finished,
      rescheduled: visit.rescheduled,
      rescheduled_next: visit.rescheduledNext,
      on_the_way: visit.onTheWay,
      arrived: visit.arrived,
      running_late: visit.runningLate,
      overbooked: visit.overbooked,
      delayed: visit.delayed,
      delayed_while_on_the_way: visit.delayedWhileOnTheWay,
      derivation_type: visit.derivationType,
      derivation_type_friendly: visit.derivationType === null ? null : derivations[visit.derivationType],
    };
  };
}
