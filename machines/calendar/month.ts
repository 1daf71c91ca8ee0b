import { addDays, type Day, instantOf, isDay } from './slots.ts';

/** A month as its first day, 'YYYY-MM-01': what the month picker sends (S2 §3 'Report request form', §5). */
export type Month = Day;

export const isMonth = (text: string): boolean => isDay(text) && text.endsWith('-01');

export const monthOf = (day: Day): Month => `${day.slice(0, 8)}01`;

/** The first day of the month `months` later, or earlier. */
export function addMonths(month: Month, months: number): Month {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 10);
}

export function daysOfMonth(month: Month): Day[] {
  const days: Day[] = [];
  for (let day = month; monthOf(day) === month; day = addDays(day, 1)) days.push(day);
  return days;
}

/**
 * A month's half-open interval: for plain dates its first day and that of the next month, for instants the
 * local midnights of these (contract §2).
 */
export function boundsOf(month: Month): { from: Day; until: Day; begins: Date; ends: Date } {
  const until = addMonths(month, 1);
  return { from: month, until, begins: instantOf(month, 0), ends: instantOf(until, 0) };
}

const names = [
  ...['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio', 'julio', 'agosto'],
  ...['septiembre', 'octubre', 'noviembre', 'diciembre'],
];

/** 'octubre de 2026' */
export const monthInWords = (month: Month): string =>
  `${names[Number(month.slice(5, 7)) - 1]} de ${month.slice(0, 4)}`;
