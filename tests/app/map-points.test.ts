import { describe, expect, it } from 'vitest';
import { boxOf, type MapGroup, openOf, placesOf, roundsOf } from '../../app/board/map/map-points.ts';
import { figureOf, markName, readMark, technicianColours } from '../../app/board/map/map-shapes.ts';

describe('places on the map', () => {
  it('of one node’s centre stand apart, by some metres, the same each time', () => {
    const centre = (number: string) => [number, -33.9, -60.6, 1] as [string, number, number, 0 | 1];
    const read = { places: ['11400000001', '11400000002', '11400000003'].map(centre), orders: [] };
    const places = [...placesOf(read).values()];
    expect(new Set(places.map(({ lat, lon }) => `${lat} ${lon}`)).size).toBe(3);
    for (const { lat, lon, approximate } of places) {
      expect(Math.abs(lat + 33.9) + Math.abs(lon + 60.6)).toBeLessThan(0.001);
      expect(approximate).toBe(true);
    }
    expect([...placesOf(read).values()]).toEqual(places);
  });

  it('that are exact stay where they are', () => {
    const places = placesOf({ places: [['11400000001', -33.9, -60.6, 0]], orders: [] });
    expect(places.get('11400000001')).toEqual({ lat: -33.9, lon: -60.6, approximate: false });
  });
});

describe('the day on the map', () => {
  const visit = (id: number, number: number, more = {}) => ({
    visit: { id, finished: false, cancelled: false, rescheduled: false, ...more },
    mark: { kind: 'assigned', colour: '#000', number, approximate: false },
    place: { lat: -33 - id / 100, lon: -60, approximate: false },
  });
  const group = (id: number | null, visits: object[]) =>
    ({
      key: `t${id}`,
      technician: id === null ? null : { id },
      zone: null,
      colour: '#000',
      visits,
    }) as unknown as MapGroup;
  const groups = [
    group(7, [visit(1, 1, { finished: true }), visit(2, 2), visit(3, 3)]),
    group(8, [visit(4, 1), visit(5, 2)]),
    group(9, [visit(6, 1, { cancelled: true })]),
  ];

  it('opens with what is open, whose numbers in the round stay', () => {
    const open = openOf(groups);
    expect(open.map(({ visits }) => visits.map(({ visit: { id } }) => id))).toEqual([
      [2, 3],
      [4, 5],
    ]);
    expect(open[0]!.visits[0]!.mark.number).toBe(2);
  });

  it('draws the round of the visit or the technician that is pointed at, and all of them by choice', () => {
    expect(roundsOf(groups, null, false).features).toEqual([]);
    expect(roundsOf(groups, { order: '11400000001' }, false).features).toEqual([]);
    const opacities = (pointed: Parameters<typeof roundsOf>[1], all: boolean) =>
      roundsOf(groups, pointed, all).features.map(({ properties }) => properties.opacity);
    expect(opacities({ visit: 5 }, false)).toEqual([1]);
    expect(opacities({ technician: 7 }, false)).toEqual([1]);
    expect(opacities(null, true)).toEqual([0.4, 0.4]);
    expect(opacities({ visit: 5 }, true)).toEqual([0.1, 1]);
  });
});

describe('the first view', () => {
  it('takes in all that has a place, and nothing where nothing has', () => {
    expect(boxOf([])).toBe(null);
    expect(
      boxOf([
        [0, 0],
        [10, -5],
        [5, 10],
      ]),
    ).toEqual([0, -5, 10, 10]);
  });
});

describe('a mark', () => {
  it('is read from its name as it was written', () => {
    const mark = {
      kind: 'onTheWay',
      colour: technicianColours[3],
      number: 7,
      approximate: true,
      selected: false,
    } as const;
    expect(readMark(markName(mark))).toEqual(mark);
    expect(readMark('cluster.5.0.visits')).toBe(null);
    expect(readMark('mark.constructor.#000...')).toBe(null);
  });
  it('shows the place in the round, and the sign of what is over', () => {
    expect(figureOf({ kind: 'assigned', number: 3 })).toBe('3');
    expect(figureOf({ kind: 'finished', number: 3 })).toBe('');
    expect(figureOf({ kind: 'pending', number: null })).toBe('');
  });
});
