import { describe, expect, it } from 'vitest';
import { priorityClass, statusHex, statusHexDark } from '../../machines/labels.ts';
import { refusals } from '../../machines/refusals.ts';

/** Viénot's projections for dichromats, on linear RGB. */
const blindness: Record<string, number[][]> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const linear = (hex: string) =>
  [1, 3, 5].map((at) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
const seenBy = (rgb: number[], matrix: number[][]) =>
  matrix.map((row) =>
    Math.min(
      1,
      Math.max(
        0,
        row.reduce((sum, weight, i) => sum + weight * rgb[i]!, 0),
      ),
    ),
  );
const lab = ([r, g, b]: number[]) => {
  const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = f((0.4124 * r! + 0.3576 * g! + 0.1805 * b!) / 0.95047);
  const y = f(0.2126 * r! + 0.7152 * g! + 0.0722 * b!);
  const z = f((0.0193 * r! + 0.1192 * g! + 0.9505 * b!) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
};
const distance = (a: number[], b: number[]) => Math.hypot(...a.map((value, i) => value - b[i]!));

describe('the colours of the states', () => {
  const cases = Object.keys(blindness).flatMap((kind) => [
    { kind, scheme: 'light', palette: statusHex },
    { kind, scheme: 'dark', palette: statusHexDark },
  ]);
  it.each(cases)('stay at least 20 apart for eyes with $kind, $scheme', ({ kind, palette }) => {
    const colours = Object.entries(palette).map(([tone, hex]) => ({
      tone,
      lab: lab(seenBy(linear(hex), blindness[kind]!)),
    }));
    const close = colours.flatMap((a, i) =>
      colours
        .slice(i + 1)
        .map((b) => ({ pair: `${a.tone}~${b.tone}`, apart: Math.round(distance(a.lab, b.lab)) })),
    );
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
