// @vitest-environment happy-dom

import { beforeEach, expect, it } from 'vitest';
import {
  grouped,
  noFilter,
  passes,
  readFilter,
  writeFilter,
} from '../../../app/attention/attention-filter.ts';
import type { Item } from '../../../app/attention/attention-list.ts';
import { attentionReasons } from '../../../machines/attention/attention.ts';

// What of 'Necesita atención' is shown: of today first, by the operation and the kind that the user has chosen.

const item = (id: number, reason: Item['reason'], day: string, operation = '114') =>
  ({ key: `${reason}.${id}`, reason, visit: { id, day, operation } }) as Item;
const today = '2026-03-05';

beforeEach(() => window.localStorage.clear());

it('puts what days before today have left apart, each part by reason in the order of urgency', () => {
  const items = [
    item(1, 'unassigned', today),
    item(2, 'delayed', '2026-03-04'),
    item(3, 'message', '2026-03-06'),
    item(4, 'delayed', today),
  ];
  const { present, past } = grouped(items, today);
  expect(present.map(({ reason, items: own }) => [reason, own.map(({ visit }) => visit.id)])).toEqual([
    ['delayed', [4]],
    ['unassigned', [1]],
    ['message', [3]],
  ]);
  expect(past.map(({ reason, items: own }) => [reason, own.length])).toEqual([['delayed', 1]]);
});

it('passes what is of the chosen operation and kind', () => {
  const one = item(1, 'delayed', today);
  expect(passes(one, noFilter)).toBe(true);
  expect(passes(one, { operation: '114', reason: 'delayed' })).toBe(true);
  expect(passes(one, { operation: '203', reason: null })).toBe(false);
  expect(passes(one, { operation: null, reason: 'moved' })).toBe(false);
});

it('remembers the filter, and forgets an operation that the user has no more', () => {
  writeFilter({ operation: '114', reason: 'moved' });
  const reasons = attentionReasons;
  expect(readFilter({ operations: ['114', '203'], reasons })).toEqual({ operation: '114', reason: 'moved' });
  expect(readFilter({ operations: ['203'], reasons: ['message'] })).toEqual(noFilter);
  window.localStorage.setItem('attention.filter', 'null');
  expect(readFilter({ operations: ['114'], reasons })).toEqual(noFilter);
});
