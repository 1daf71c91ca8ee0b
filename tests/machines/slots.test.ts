import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  delayInstant,
  formatDay,
  instantOf,
  isDay,
  isoWithOffset,
  mondayOf,
  slotHasEnded,
  today,
  weekdayName,
  weekOf,
} from '../../machines/calendar/slots.ts';
import { businessZone } from '../../machines/calendar/zone.ts';
import { onHostsInZones } from '../support/host-zones.ts';

const anyDay = fc
  .date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2100-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

onHostsInZones(() => {
  describe('days and weeks of the business zone', () => {
    it('today turns at local midnight, not at the server’s', () => {
      expect(today(new Date('2026-03-05T02:59:59Z'))).toBe('2026-03-04');
      expect(today(new Date('2026-03-05T03:00:00Z'))).toBe('2026-03-05');
    });

    it('a week is Monday to Sunday and contains the day asked for', () => {
      fc.assert(
        fc.property(anyDay, (day) => {
          const week = weekOf(day);
          expect(week).toHaveLength(7);
          expect(week).toContain(day);
          expect(weekdayName(week[0]!)).toBe('Lunes');
          expect(addDays(week[0]!, 7)).toBe(mondayOf(addDays(day, 7)));
        }),
      );
    });

    it('days neither skip nor repeat, whatever zone the process runs in', () => {
      fc.assert(
        fc.property(
          anyDay,
          fc.integer({ min: -800, max: 800 }),
          (day, n) => addDays(addDays(day, n), -n) === day,
        ),
      );
    });

    it('a day round-trips through its instants', () => {
      fc.assert(
        fc.property(
          anyDay,
          fc.integer({ min: 0, max: 23 }),
          (day, hour) => today(instantOf(day, hour)) === day,
        ),
      );
    });

    it('each hour of each day is the zone’s own, on the days too on which the host’s clocks change', () => {
      const clock = new Intl.DateTimeFormat('sv-SE', {
        timeZone: businessZone(),
        dateStyle: 'short',
        timeStyle: 'short',
      });
      for (let day = '2026-01-01'; day < '2027-01-01'; day = addDays(day, 1))
        for (let hour = 0; hour < 24; hour++)
          expect(clock.format(instantOf(day, hour))).toBe(`${day} ${String(hour).padStart(2, '0')}:00`);
    });

    it('refuses days that no calendar has', () => {
      for (const day of [
        '2026-02-30',
        '2026-13-01',
        '10000-01-01',
        '2026-1-1',
        '',
        'hoy',
        '2026-02-29T00:00',
      ])
        expect(isDay(day), day).toBe(false);
      expect(isDay('2028-02-29')).toBe(true);
    });

    it('writes them as the spec does', () => {
      expect(formatDay('2026-03-05')).toBe('05/03/2026');
      expect(isoWithOffset(new Date('2026-03-05T15:00:00Z'))).toBe('2026-03-05T12:00:00-03:00');
    });
  });

  describe('the end of a slot', () => {
    it('has passed exactly at its hour', () => {
      expect(slotHasEnded('2026-03-05', 13, new Date('2026-03-05T15:59:59Z'))).toBe(false);
      expect(slotHasEnded('2026-03-05', 13, new Date('2026-03-05T16:00:00Z'))).toBe(true);
    });

    it('delays a visit at the slot’s end, or within a minute of a later assignment', () => {
      const visit = { day: '2026-03-05', toHour: 13, postponedAt: null };
      expect(delayInstant({ ...visit, assignedAt: new Date('2026-03-05T12:00:00Z') })).toEqual(
        new Date('2026-03-05T16:00:00Z'),
      );
      expect(delayInstant({ ...visit, assignedAt: new Date('2026-03-05T17:00:00Z') })).toEqual(
        new Date('2026-03-05T17:00:45Z'),
      );
      expect(
        delayInstant({
          ...visit,
          assignedAt: new Date('2026-03-05T12:00:00Z'),
          postponedAt: new Date('2026-03-05T18:00:00Z'),
        }),
      ).toBeNull();
    });
  });
});
