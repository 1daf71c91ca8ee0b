import { expect, it } from 'vitest';
import { placeOf } from '../../app/board/card/place.ts';

it('puts a card below or above the row of its chip, over nothing beside it, whole on the screen', () => {
  const screen = { width: 1366, height: 768 };
  const card = { width: 320, height: 300 };
  const chip = (left: number, top: number) => ({ left, right: left + 130, top, bottom: top + 24 });
  const row = (top: number, bottom: number) => ({ left: 0, right: 1366, top, bottom });
  expect(placeOf(chip(500, 220), row(200, 300), card, screen)).toEqual({ left: 500, top: 304, room: 456 });
  expect(placeOf(chip(1230, 620), row(600, 700), card, screen)).toEqual({
    left: 1038,
    bottom: 172,
    room: 588,
  });
  // Neither has room for all of it: it is lower, on the side that has more.
  expect(placeOf(chip(500, 300), row(280, 560), card, screen)).toEqual({ left: 500, bottom: 492, room: 268 });
  // A row as high as the screen: at the chip itself.
  expect(placeOf(chip(500, 300), row(60, 760), card, screen)).toEqual({ left: 500, top: 328, room: 432 });
});
