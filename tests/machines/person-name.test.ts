import fc from 'fast-check';
import { expect, it } from 'vitest';
import { givenNameOf, surnameOf, withSurnameFirst } from '../../machines/customer/person-name.ts';

it.each([
  ['Medina, Elena', 'Medina'],
  ['García López, Ana María', 'García López'],
  ['Ana María Sosa', 'Sosa'],
  ['Ana de la Torre', 'de la Torre'],
  ['Sosa', 'Sosa'],
  ['', ''],
  ['Juan Pérez (h)', 'Pérez'],
  ['Juan Pérez h.', 'Pérez'],
  ['Pérez (h), Juan', 'Pérez'],
  ['Ana Sosa 👍', 'Sosa'],
  ['Ana Sosa 2', 'Sosa'],
  ['Ana Sosa - ', 'Sosa'],
  ['Ana Sosa (no atiende antes de las 9)', 'Sosa'],
  ['PÉREZ Juan Carlos', 'PÉREZ'],
  ['DE LA TORRE María', 'DE LA TORRE'],
  ['Juan Carlos PÉREZ GÓMEZ', 'PÉREZ GÓMEZ'],
  ['JUAN PÉREZ', 'PÉREZ'],
  ['J. Pérez', 'Pérez'],
  ['450', '450'],
  ['👍', '👍'],
])('calls %s by what its chip has room for', (name, short) => {
  expect(surnameOf(name)).toBe(short);
});

it.each([
  'Panadería San Martín SRL',
  'Aceros del Sur S.A.',
  'Cablesur, S.A.',
  'Pérez, Juan, e hijos',
  'Consorcio Edificio Mitre 450',
  'CONSORCIO Mitre 450',
  'Edificio Belgrano 12',
  'Escuela N° 14 Domingo Sarmiento',
  'Municipalidad de Pergamino',
  'Club Atlético Douglas Haig',
  'Gómez Hermanos',
  'Ferretería El Tornillo',
  'Transportes Sosa S.R.L.',
  'Pérez & Asociados',
])('calls a company by its whole name: %s', (name) => {
  expect(surnameOf(name)).toBe(name);
  expect(givenNameOf(name)).toBeNull();
});

it.each([
  ['Ceballos, Mauro', 'Mauro'],
  ['DE LA TORRE, María del Carmen', 'María del Carmen'],
  ['  Gómez ,  Ana ', 'Ana'],
  ['Pérez (h), Juan', 'Juan'],
  ['PÉREZ Juan Carlos', 'Juan Carlos'],
  ['Juan Carlos PÉREZ', 'Juan Carlos'],
  ['Ana Núñez', null],
  ['Gómez, -', null],
  ['Gómez,', null],
  ['Gómez, 450', null],
])('knows what the person %s is called by only where the name says it', (name, given) => {
  expect(givenNameOf(name)).toBe(given);
});

it('never takes a part without letters of a name that has any', () => {
  const part = fc.oneof(
    fc.constantFrom(
      'Ana',
      'PÉREZ',
      'de',
      'la',
      '(h)',
      'h.',
      '450',
      '-',
      '👍',
      'ñ',
      'S.A.',
      ',',
      '(',
      ')',
      'III',
      '½',
    ),
    fc.string({ unit: 'grapheme', maxLength: 5 }),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 7 }), fc.constantFrom(' ', ''), (parts, between) => {
      const name = parts.join(between);
      const hasLetter = (text: string) => /\p{L}/u.test(text);
      expect(hasLetter(surnameOf(name))).toBe(hasLetter(name));
      const given = givenNameOf(name);
      if (given !== null) expect(hasLetter(given)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

it.each([
  ['GONZALEZ MARIA JOSE', 'GONZALEZ, MARIA JOSE'],
  ['DE LA TORRE ANA', 'DE LA TORRE, ANA'],
  ['Pérez  Juan (h)', 'Pérez, Juan (h)'],
  ['Medina, Elena', 'Medina, Elena'],
  ['FERRETERIA EL TORNILLO', 'FERRETERIA EL TORNILLO'],
  ['Consorcio Mitre 450', 'Consorcio Mitre 450'],
  ['Sosa', 'Sosa'],
  ['Sosa 2', 'Sosa 2'],
  ['Sosa (h)', 'Sosa (h)'],
  ['de la', 'de la'],
  ['', ''],
])('takes %j of a list with surnames first as %j, and no second time', (name, taken) => {
  expect(withSurnameFirst(name)).toBe(taken);
  expect(withSurnameFirst(taken)).toBe(taken);
});
