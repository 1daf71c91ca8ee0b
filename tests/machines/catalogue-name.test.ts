import { expect, it } from 'vitest';
import { catalogueName, nameKey } from '../../machines/order/catalogue-name.ts';

it.each([
  'NULL',
  'null',
  '(null)',
  'None',
  '-',
  '--',
  '.',
  ' ',
  '?',
  'N/A',
  'n/a',
  '#N/A',
  '#N/D',
  'S/D',
  '#¡REF!',
  'undefined',
  'NaN',
])('takes %j for no name', (text) => {
  expect(catalogueName(text)).toBeNull();
});

it.each([
  ['Sin señal', 'Sin señal'],
  ['  Internet \t lento ', 'Internet lento'],
  ['Nodo\u00a07', 'Nodo 7'],
  ['Nulo', 'Nulo'],
  ['Nada', 'Nada'],
  ['7', '7'],
  ['NODO-7', 'NODO-7'],
])('keeps %j as %j', (text, name) => {
  expect(catalogueName(text)).toBe(name);
});

it('compares names without blanks, capitals and accents, and nothing else', () => {
  for (const name of ['Internet lento', 'internet  LENTO', ' Intérnet lento'])
    expect(nameKey(name)).toBe('internet lento');
  expect(nameKey('NODO-1')).not.toBe(nameKey('NODO 1'));
  expect(nameKey('Nodo 1.2')).not.toBe(nameKey('Nodo 12'));
});

it.each(['#12', '#urgente', '#n12', 'Null Island', 'ref'])(
  'takes %s, which only looks like an error of a spreadsheet',
  (name) => {
    expect(catalogueName(name)).toBe(name);
  },
);
