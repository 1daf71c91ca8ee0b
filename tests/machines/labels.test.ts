import { describe, expect, it } from 'vitest';
import { priorityClass, statusHex, statusHexDark } from '../../machines/words/labels.ts';
import { refusals } from '../../machines/words/refusals.ts';
import { blindness, ciede2000, contrast, distancesSeen } from '../support/colour-blind.ts';

describe('the colours of the states', () => {
  // On dark surfaces seven tones that keep 3:1 with them come no farther apart.
  const cases = Object.keys(blindness).flatMap((kind) => [
    { kind, scheme: 'light', palette: statusHex, least: 20 },
    { kind, scheme: 'dark', palette: statusHexDark, least: 19.5 },
  ]);
  it.each(cases)('stay at least $least apart for eyes with $kind, $scheme', ({ kind, palette, least }) => {
    // The way and its end share a colour by intent: icon and text distinguish them.
    const { arrived, ...tones } = palette;
    expect(arrived).toBe(tones.onTheWay);
    const close = distancesSeen(kind, tones);
    expect(close.filter(({ apart }) => apart < least)).toEqual([]);
  });
  it.each([
    { scheme: 'light', palette: statusHex, surfaces: ['#ffffff', '#f1f3f5'] },
    { scheme: 'dark', palette: statusHexDark, surfaces: ['#141a21', '#1b222b', '#222b35'] },
  ])('keep 3:1 with what they stand on, $scheme', ({ palette, surfaces }) => {
    const weak = Object.entries(palette).flatMap(([tone, hex]) =>
      surfaces.filter((surface) => contrast(hex, surface) < 3).map((surface) => `${tone} on ${surface}`),
    );
    expect(weak).toEqual([]);
  });
});

describe('the distance of colours', () => {
  // Pairs 1, 4, 17 and 24 of the test data of Sharma, Wu and Dalal (2005).
  it.each([
    [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
    [[50, -1.3802, -84.2814], [50, 0, -82.7485], 1],
    [[50, 2.5, 0], [73, 25, -18], 27.1492],
    [[60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644],
  ])('is CIEDE2000: %j and %j', (one, two, apart) => {
    expect(ciede2000(one, two)).toBeCloseTo(apart, 3);
  });
});

describe('the class of an order', () => {
  it('is its visit’s before its priority’s', () => {
    expect(priorityClass({ visitState: 'none', priority: 10 })).toBe('low');
    expect(priorityClass({ visitState: 'none', priority: 40 })).toBe('normal');
    expect(priorityClass({ visitState: 'none', priority: 70 })).toBe('high');
    expect(priorityClass({ visitState: 'wip', priority: 99 })).toBe('wip');
    expect(priorityClass({ visitState: 'finished', priority: 99 })).toBe('finished');
  });
});

describe('the refusals', () => {
  it('carry the spec’s texts to the letter', () => {
    expect(refusals['on-the-way-elsewhere'][1]).toBe('Ya vas en camino para otra visita.');
    expect(refusals['release-on-the-way'][1]).toBe(
      'No se puede desasignar una visita en camino. Si no podes realizar la visita, por favor cancelala.',
    );
    expect(refusals['release-delayed'][1]).toBe('No se puede desasignar una visita con cierre demorado.');
    expect(refusals['reassign-on-the-way'][1]).toBe(
      'No se puede desasignar ni cambiar el tecnico de una visita en camino. Si es necesario, cierre la visita.',
    );
    expect(refusals['open-visits'][1]).toBe(
      'Existen visitas abiertas para este cliente. Debe cerrar o editar las visitas pendientes antes de crear nuevas.',
    );
    expect(refusals['too-many-attempts'][1]).toBe(
      'Demasiados intentos, por favor pruebe dentro de unos minutos',
    );
  });
});
