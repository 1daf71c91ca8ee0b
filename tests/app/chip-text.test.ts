import { expect, it } from 'vitest';
import { placeOf } from '../../app/board/card/place.ts';

it('puts a card beside its chip, whole on the screen', () => {
  const screen = { width: 1366, height: 768 };
  const card = { width: 320, height: 300 };
  const chip = (left: number, top: number) => ({ left, right: left + 130, top, bottom: top + 24 });
  expect(placeOf(chip(500, 200), card, screen)).toEqual({ left: 634, top: 192 });
  expect(placeOf(chip(1230, 700), card, screen)).toEqual({ left: 906, top: 460 });
  // Too narrow for either side: below, or above.
  const narrow = { width: 400, height: 768 };
  expect(placeOf(chip(150, 100), card, narrow)).toEqual({ left: 72, top: 128 });
  expect(placeOf(chip(150, 600), card, narrow)).toEqual({ left: 72, top: 296 });
});
