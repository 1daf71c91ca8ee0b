// The other one makes three formatters when it is loaded, which costs a phone's first load some 10 ms.
import { UTCDateMini } from '@date-fns/utc/date/mini';
import { addSeconds, differenceInCalendarDays, lightFormat as format } from 'date-fns';
import { instantOfWall, offsetAt } from './zone.ts';

/**
 * Arithmetic of days, slots and weeks (contract §2). A day is a plain 'YYYY-MM-DD' text, a slot a pair of
 * whole hours: neither is an instant, so no time zone can shift a visit to the day before. Only `zone.ts`
 * knows how far the business zone is from UTC.
 */
export type Day = string;

const plain = (day: Day): Date => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return new UTCDateMini(year, month - 1, date);
};
const dayOf = (date: Date): Day => format(date, 'yyyy-MM-dd');

const dayMs = 86_400_000;
const midnightOf = (day: Day): number =>
  Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8)));

/** The business zone's wall clock at an instant: what it shows is read as the local time of the date that is returned. */
const wallClock = (instant: Date): Date => new UTCDateMini(instant.getTime() + offsetAt(instant.getTime()));

/** The local date of an instant. Nearly all calls are about the same day, whose two midnights are cached. */
export const today = (now: Date): Day => {
  const at = now.getTime();
  if (!(at >= cached.from && at < cached.to)) {
    const day = dayOf(wallClock(now));
    cached = { day, from: instantOf(day, 0).getTime(), to: instantOf(day, 24).getTime() };
  }
  return cached.day;
};
let cached = { day: '', from: 0, to: 0 };

/** The local hour of an instant, 0 to 23. */
export const hourOf = (now: Date): number => wallClock(now).getHours();

/** An existing day, years 1900 to 2199. */
export const isDay = (text: string): boolean =>
  /^(19|20|21)\d\d-\d\d-\d\d$/.test(text) && addDays(text, 0) === text;

/** Plain arithmetic of UTC days: a library's dates took a quarter of the time of every request for a week. */
export const addDays = (day: Day, days: number): Day =>
  new Date(midnightOf(day) + days * dayMs).toISOString().slice(0, 10);

export const daysBetween = (from: Day, to: Day): number => differenceInCalendarDays(plain(to), plain(from));

export const mondayOf = (day: Day): Day => addDays(day, -((new Date(midnightOf(day)).getUTCDay() + 6) % 7));

export const weekOf = (day: Day): Day[] => {
  const monday = mondayOf(day);
  return Array.from({ length: 7 }, (_, index) => addDays(monday, index));
};

/** The instant at which a whole local hour of a day begins; hour 24 is the day's end. */
export const instantOf = (day: Day, hour: number): Date => instantOfWall(midnightOf(day) + hour * 3_600_000);

/** S2 §4: true when the slot has already ended on that day. */
export const slotHasEnded = (day: Day, toHour: number, now: Date): boolean => instantOf(day, toHour) <= now;

/** From an assignment after the slot's end to 'Cierre demorado'; the timed job runs every 10 s. */
export const lateAssignmentSeconds = 45;

/**
 * When an assigned open visit becomes 'Cierre demorado' (contract §4): at its slot's end, or within a minute
 * of a later assignment, which leaves its technician time for 'Voy en camino'. A visit left 'Pendiente' by a
 * closure after its slot's end is not delayed again.
 */
export const delayInstant = (visit: {
  day: Day;
  toHour: number;
  assignedAt: Date;
  postponedAt: Date | null;
}): Date | null => {
  const slotEnd = instantOf(visit.day, visit.toHour);
  if (visit.postponedAt && visit.postponedAt >= slotEnd) return null;
  return visit.assignedAt < slotEnd ? slotEnd : addSeconds(visit.assignedAt, lateAssignmentSeconds);
};

/** For how many days ahead visits are planned; beyond it the year was mistyped. */
const mostDaysAhead = 366;
export const isTooFar = (day: Day, now: Date): boolean => day > addDays(today(now), mostDaysAhead);

/** For sorting: by the alphabet's own order, since a browser's first `localeCompare` costs it some 30 ms. */
export const compareDays = (a: Day, b: Day): number => (a < b ? -1 : a > b ? 1 : 0);

/** dd/mm/yyyy, the form of `date_dispatch` and `formatted_date`. */
export const formatDay = (day: Day): string => `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}`;

const weekdayNames = ['Domingo', 'Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado'];
export const weekdayName = (day: Day): string => weekdayNames[plain(day).getUTCDay()]!;

const monthNames = [
  ...['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio', 'julio', 'agosto'],
  ...['septiembre', 'octubre', 'noviembre', 'diciembre'],
];

/** 'lunes 23 de noviembre' */
export const dayInWords = (day: Day): string =>
  `${weekdayName(day).toLowerCase()} ${plain(day).getUTCDate()} de ${monthNames[plain(day).getUTCMonth()]}`;

/** An instant as ISO 8601 with the business zone's offset. */
export const isoWithOffset = (instant: Date): string => {
  const minutes = offsetAt(instant.getTime()) / 60_000;
  const two = (n: number) => String(Math.floor(n)).padStart(2, '0');
  const offset = `${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
  return format(wallClock(instant), "yyyy-MM-dd'T'HH:mm:ss") + offset;
};

/** dd/mm/yyyy HH:mm in the business zone. */
export const formatInstant = (instant: Date): string => format(wallClock(instant), 'dd/MM/yyyy HH:mm');

/** HH:mm in the business zone. */
export const formatTime = (instant: Date): string => format(wallClock(instant), 'HH:mm');

/** '9 a 13 h' */
export const formatHours = (slot: { fromHour: number; toHour: number }): string =>
  `${slot.fromHour} a ${slot.toHour} h`;

/** A slot's name, with its hours unless the name includes them. */
export const slotLabel = (slot: { name: string; fromHour: number; toHour: number }): string =>
  slot.name.includes(`${slot.fromHour} a ${slot.toHour}`) ? slot.name : `${slot.name} (${formatHours(slot)})`;

/** The whole hours that a slot may have (S2 §9), and the defaults of a new one (S2 §5). */
export const slotHours = { first: 7, last: 23 };
export const newSlot = {
  name: 'Nueva Franja',
  fromHour: 9,
  toHour: 18,
  enabled: true,
  capacity: null as number | null,
  capacityByWeekday: null as (number | null)[] | null,
};
