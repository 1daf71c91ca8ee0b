import { expect, it } from 'vitest';
import { newElsewhere } from '../../../db/record/elsewhere.ts';

const left = { code: '115', livesIn: 'sur' };
const stays = { code: '114', livesIn: null };

it('an operation that leaves is known at once, and taken from its users once no request from before is under way', () => {
  let now = 1_000;
  const elsewhere = newElsewhere(() => now);
  elsewhere.learn([stays, { ...left, livesIn: null }]);
  expect([elsewhere.size, elsewhere.of('115')]).toEqual([0, undefined]);
  elsewhere.learn([stays, left]);
  expect([elsewhere.size, elsewhere.of('115'), elsewhere.of('114')]).toEqual([1, 'sur', undefined]);
  expect(elsewhere.hasLeftBefore('115')).toBe(false);
  now += 40_000;
  elsewhere.learn([stays, left]);
  expect(elsewhere.hasLeftBefore('115')).toBe(false);
  now += 20_001;
  expect(elsewhere.hasLeftBefore('115')).toBe(true);
  expect(elsewhere.hasLeftBefore('114')).toBe(false);
});

it('one that had left when the process started has left before all of its requests', () => {
  const elsewhere = newElsewhere(() => 1_000);
  elsewhere.learn([stays, left, { code: '116', livesIn: 'este' }]);
  expect(elsewhere.hasLeftBefore('115')).toBe(true);
  expect(elsewhere.installations()).toEqual(['este', 'sur']);
});

it('one that comes back is here at once', () => {
  const elsewhere = newElsewhere(() => 1_000);
  elsewhere.learn([left]);
  elsewhere.learn([{ ...left, livesIn: null }]);
  expect([elsewhere.size, elsewhere.of('115'), elsewhere.hasLeftBefore('115')]).toEqual([
    0,
    undefined,
    false,
  ]);
});
