import { describe, expect, it } from 'vitest';
import { priorityClass, statusHex, statusHexDark } from '../../machines/labels.ts';
import { refusals } from '../../machines/refusals.ts';
import { blindness, distancesSeen } from '../support/colour-blind.ts';

describe('the colours of the states', () => {
  const cases = Object.keys(blindness).flatMap((kind) => [
    { kind, scheme: 'light', palette: statusHex },
    { kind, scheme: 'dark', palette: statusHexDark },
  ]);
  it.each(cases)('stay at least 20 apart for eyes with $kind, $scheme', ({ kind, palette }) => {
    const close = distancesSeen(kind, palette);
    expect(close.filter(({ apart }) => apart < 20)).toEqual([]);
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
