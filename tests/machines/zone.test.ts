import { TZDate } from '@date-fns/tz';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatInstant, hourOf, instantOf, isoWithOffset, today } from '../../machines/calendar/slots.ts';
import {
  businessZone,
  instantOfWall,
  isZone,
  knowOffset,
  knowZone,
  offsetAround,
  offsetAt,
  spanOfOffset,
} from '../../machines/calendar/zone.ts';
import { onHostsInZones } from '../support/host-zones.ts';

const now = new Date('2026-11-26T12:00:00Z');
const dayMs = 86_400_000;

afterEach(() => knowZone(null));

onHostsInZones(() => {
  describe('how far the business zone is from UTC', () => {
    it('is what the zone’s own data say, known or looked up, between and around the ends of what is known', () => {
      const instants = fc.integer({ min: now.getTime() - 900 * dayMs, max: now.getTime() + 900 * dayMs });
      for (const span of [null, spanOfOffset(now.getTime())]) {
        knowOffset(span);
        fc.assert(
          fc.property(instants, (at) => {
            const local = new TZDate(at, businessZone());
            expect(offsetAt(at)).toBe(-local.getTimezoneOffset() * 60_000);
            expect(hourOf(new Date(at))).toBe(local.getHours());
            const wall = at + offsetAt(at);
            expect(instantOfWall(wall).getTime()).toBe(at);
          }),
        );
      }
    });

    it('is known only as far as a change of the clocks, which may be tomorrow', () => {
      // New York: from 8 March to 1 November 2026.
      const summer = spanOfOffset(Date.parse('2026-07-01T12:00:00Z'), 'America/New_York');
      expect(summer.offset).toBe(-4 * 3_600_000);
      expect(summer.from).toBeGreaterThan(Date.parse('2026-03-08T07:00:00Z'));
      expect(summer.from).toBeLessThan(Date.parse('2026-03-11T07:00:00Z'));
      expect(summer.until).toBeLessThan(Date.parse('2026-11-01T06:00:00Z'));
      expect(summer.until).toBeGreaterThan(Date.parse('2026-10-29T06:00:00Z'));
      const eve = Date.parse('2026-03-08T06:00:00Z');
      const { from, until } = spanOfOffset(eve, 'America/New_York');
      expect(until).toBe(eve);
      expect(from).toBeLessThan(eve);
    });

    it('gives the instant of a wall clock’s time next to a change of the clocks, to the minute', () => {
      // The province's clocks went from 0:00 to 1:00 on 30 December 2007, and back at 0:00 on 16 March 2008.
      const wall = (text: string) => instantOfWall(Date.parse(`${text}Z`)).toISOString();
      expect(wall('2007-12-29T23:59')).toBe('2007-12-30T02:59:00.000Z');
      expect(wall('2007-12-30T00:30')).toBe('2007-12-30T03:30:00.000Z');
      expect(wall('2007-12-30T01:00')).toBe('2007-12-30T03:00:00.000Z');
      expect(wall('2008-03-15T22:59')).toBe('2008-03-16T00:59:00.000Z');
      expect(wall('2008-03-16T00:00')).toBe('2008-03-16T03:00:00.000Z');
      expect(['2008-03-16T01:30:00.000Z', '2008-03-16T02:30:00.000Z']).toContain(wall('2008-03-15T23:30'));
    });

    it('once known, needs no formatter, which a browser makes in 40 to 80 ms', () => {
      knowOffset(spanOfOffset(now.getTime()));
      const made = vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(() => {
        throw new Error('a formatter is made');
      });
      expect(today(now)).toBe('2026-11-26');
      expect(instantOf('2026-11-26', 24)).toEqual(new Date('2026-11-27T03:00:00Z'));
      expect(formatInstant(now)).toBe('26/11/2026 09:00');
      expect(isoWithOffset(now)).toBe('2026-11-26T09:00:00-03:00');
      made.mockRestore();
    });

    it('is looked up anew for a moment beyond what is known', () => {
      knowOffset({ from: 0, until: 1, offset: 0 });
      expect(offsetAround(now)).toEqual(spanOfOffset(now.getTime()));
      expect(offsetAt(now.getTime())).toBe(-3 * 3_600_000);
    });
  });

  describe('the business zone', () => {
    it('is TIME_ZONE’s, else Argentina’s', () => {
      expect(businessZone()).toBe('America/Argentina/Buenos_Aires');
      vi.stubEnv('TIME_ZONE', ' America/Bogota ');
      knowZone(null);
      expect(businessZone()).toBe('America/Bogota');
      expect(isoWithOffset(now)).toBe('2026-11-26T07:00:00-05:00');
      expect(instantOf('2026-11-26', 24)).toEqual(new Date('2026-11-27T05:00:00Z'));
      vi.unstubAllEnvs();
    });

    it('is one that a document brought, whatever was known of the offset before', () => {
      expect(hourOf(now)).toBe(9);
      knowZone('Europe/Madrid');
      expect(hourOf(now)).toBe(13);
    });

    it('may be the name of a zone, and no offset, which PostgreSQL counts the other way round', () => {
      for (const name of ['America/Bogota', 'Europe/Madrid', 'Etc/GMT+5', 'UTC'])
        expect(isZone(name)).toBe(true);
      for (const name of ['-03:00', '+03', 'America/Junin', 'Nowhere', '']) expect(isZone(name)).toBe(false);
    });
  });
});
