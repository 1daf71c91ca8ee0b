import { expect, it } from 'vitest';
import { hello } from '../../workers/messages/visit-facts.ts';

// How a message begins: by the name that a person is called by.

it.each([
  ['Ana Núñez', '¡Hola, Ana Núñez!'],
  ['Ceballos, Mauro', '¡Hola, Mauro!'],
  ['DE LA TORRE, María del Carmen', '¡Hola, María del Carmen!'],
  ['  Gómez ,  Ana ', '¡Hola, Ana!'],
  ['Cablesur, S.A.', '¡Hola, Cablesur, S.A.!'],
  ['Norte, SRL', '¡Hola, Norte, SRL!'],
  ['Pérez, Juan, e hijos', '¡Hola, Pérez, Juan, e hijos!'],
  ['Gómez, -', '¡Hola, Gómez, -!'],
  ['Gómez,', '¡Hola, Gómez,!'],
  ['', '¡Hola!'],
  [null, '¡Hola!'],
])('%s is greeted so: %s', (name, text) => {
  expect(hello(name)).toBe(text);
});
