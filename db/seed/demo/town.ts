import type { Point } from '../../../machines/order/point.ts';
import { streets } from './words.ts';

/** A town of the demo: its streets are invented, a square of blocks around its real place. */
export type Town = { centre: Point };

/** By the operation's code. */
const centres = new Map<string, Point>([
  ['114', { lat: -33.8936, lon: -60.5724 }],
  ['127', { lat: -34.5939, lon: -60.9466 }],
  ['203', { lat: -37.3217, lon: -59.1332 }],
  ['235', { lat: -36.777, lon: -59.8585 }],
  ['342', { lat: -32.4104, lon: -63.2436 }],
  ['418', { lat: -32.1732, lon: -64.1127 }],
]);

/** Metres from the centre to the town's edge, and of a degree of latitude. */
const half = 2_000;
const degree = 111_195;

const east = streets.filter((_, index) => index % 2 === 0);
const north = streets.filter((_, index) => index % 2 === 1);

/** Metres east and north of the town's centre. */
type Offset = { x: number; y: number };

/** Where a street lies beside its neighbours: half of them run from west to east, the others from south to north. */
const laneOf = (index: number, of: number) => ((index + 0.5) / of - 0.5) * 2 * half;

/** Every street from edge to edge, as lines of [lon, lat]. */
export function streetLines(code: string): [number, number][][] {
  const line = (from: Offset, to: Offset): [number, number][] =>
    [from, to].map((offset) => {
      const { lat, lon } = pointAt(code, offset);
      return [lon, lat];
    });
  return [
    ...east.map((_, index) => laneOf(index, east.length)).map((y) => line({ x: -half, y }, { x: half, y })),
    ...north.map((_, index) => laneOf(index, north.length)).map((x) => line({ x, y: -half }, { x, y: half })),
  ];
}

/** Of a street and a house number, 0 to 4,000 from one edge to the other. */
export function addressOffset(street: (typeof streets)[number], houseNumber: number): Offset {
  const along = (houseNumber / 4_000 - 0.5) * 2 * half;
  const index = Math.floor(streets.indexOf(street) / 2);
  return streets.indexOf(street) % 2 === 0
    ? { x: along, y: laneOf(index, east.length) }
    : { x: laneOf(index, north.length), y: along };
}

/** Rounded to some ten centimetres. */
export function pointAt(code: string, { x, y }: Offset): Point {
  const { lat, lon } = centres.get(code)!;
  const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;
  return {
    lat: round(lat + y / degree),
    lon: round(lon + x / (degree * Math.cos((lat * Math.PI) / 180))),
  };
}

/**
 * Which of a town's zones an offset lies in: the first is its middle, the others the sectors around it, all of
 * about one size, each with a number of nodes side by side.
 */
export function areaOf({ x, y }: Offset, zones: number, nodesEach: number): { zone: number; node: number } {
  const middle = Math.sqrt(1 / zones) * half;
  const turn = (Math.atan2(y, x) / (2 * Math.PI) + 1) % 1;
  const far = Math.max(Math.abs(x), Math.abs(y));
  if (far < middle) return { zone: 0, node: Math.floor(turn * nodesEach) };
  const sector = turn * (zones - 1);
  const zone = 1 + Math.floor(sector);
  return { zone, node: Math.floor((sector % 1) * nodesEach) };
}
