import { expect, it } from 'vitest';
import { addressOf, shownOperations, toggled, withMain } from '../../app/board/shown-operations.ts';

const assigned = ['114', '127', '203', '235', '301'];

it.each([
  ['114,127', ['114', '127']],
  ['127,114', ['127', '114']],
  ['999,127,127,', ['127']],
  ['301,235,203,127,114', ['301', '235', '203', '127']],
  ['999', ['114']],
  [null, ['114']],
])('an address with op=%s shows %j', (text, shown) => {
  expect(shownOperations(text, assigned)).toEqual(shown);
});

it('a user without operations is shown none', () => {
  expect(shownOperations('114,127', [])).toEqual([]);
});

it('one is added and taken out, but not the last, and none beyond the most', () => {
  expect(toggled(['114'], '127')).toEqual(['114', '127']);
  expect(toggled(['114', '127'], '114')).toEqual(['127']);
  expect(toggled(['114'], '114')).toEqual(['114']);
  expect(toggled(['114', '127', '203', '235'], '301')).toEqual(['114', '127', '203', '235']);
});

it('zone, type and the place of a new visit stay with their operation', () => {
  expect(addressOf(['114', '127'], '114')).toEqual({ op: '114,127' });
  expect(addressOf(withMain(['114', '127'], '127'), '114')).toEqual({
    ...{ op: '127,114', zona: null, tipo: null, crear: null },
  });
});
