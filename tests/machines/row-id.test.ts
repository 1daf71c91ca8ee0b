import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mostRowId, readRowId } from '../../machines/wire/row-id.ts';

it.each([
  '',
  '0',
  '-1',
  '01',
  '1.0',
  '1e3',
  '0x10',
  ' 7',
  '7 ',
  '7a',
  'NaN',
  '2147483648',
  '99999999999',
  '٣',
])('reads no id from %j', (text) => {
  expect(readRowId(text)).toBeNull();
});

it('reads no id where there is no text', () => {
  expect([readRowId(null), readRowId(undefined)]).toEqual([null, null]);
});

it('reads every id that a row can have', () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: mostRowId }), (id) => readRowId(String(id)) === id));
});
