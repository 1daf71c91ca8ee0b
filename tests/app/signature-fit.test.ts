import { expect, it } from 'vitest';
import { fitStrokes } from '../../app/closing/signature-fit.ts';

const stroke = (...points: [x: number, y: number][]) => [
  { penColor: '#000', points: points.map(([x, y]) => ({ x, y, pressure: 0.5, time: 0 })) },
];
const upright = { width: 320, height: 176 };
const lying = { width: 760, height: 176 };
const placesOf = (strokes: ReturnType<typeof fitStrokes>) =>
  strokes.flatMap(({ points }) => points.map(({ x, y }) => [x, y]));

it('keeps a signature whole and in proportion when the phone is turned upright', () => {
  const turned = fitStrokes(stroke([0, 0], [760, 176], [380, 88]) as never, lying, upright);
  const scale = 320 / 760;
  expect(placesOf(turned)).toEqual([
    [0, 0],
    [320, 176 * scale],
    [160, 88 * scale],
  ]);
});

it('leaves it as large as it was signed where there is more room, and back again', () => {
  const signed = stroke([10, 20], [300, 150]) as never;
  expect(placesOf(fitStrokes(signed, upright, lying))).toEqual(placesOf(signed));
  expect(placesOf(fitStrokes(signed, upright, upright))).toEqual(placesOf(signed));
});
