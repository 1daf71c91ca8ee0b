import { describe, expect, it } from 'vitest';
import { argentina, distanceMetres, pointProblem } from '../../machines/order/point.ts';
import { readSettings } from '../../machines/process/settings.ts';

describe('coordinates of a row', () => {
  it.each([
    [{}, null],
    [{ lat: null, lon: null }, null],
    [{ lat: -33.89, lon: -60.57 }, null],
    [{ lat: -33.89 }, 'point-incomplete'],
    [{ lat: -33.89, lon: null }, 'point-incomplete'],
    [{ lon: null }, 'point-incomplete'],
    [{ lat: -60.57, lon: -33.89 }, 'point-swapped'],
    [{ lat: 40.42, lon: -3.7 }, 'point-outside'],
    [{ lat: 0, lon: 0 }, 'point-outside'],
    [{ lat: 133.89, lon: -60.57 }, 'point-invalid'],
  ])('%j: %s', (row, problem) => {
    expect(pointProblem(row, argentina)).toBe(problem);
  });

  it('may lie where the installation says', () => {
    const answer = readSettings({ MAP_BOUNDS: '-9.5,35.9,4.4,43.9' });
    expect(answer.ok && pointProblem({ lat: 40.42, lon: -3.7 }, answer.settings.bounds)).toBe(null);
    for (const wrong of ['', '1,2,3', '4,2,3,5', 'a,b,c,d', '-181,0,1,1', '1,,3,4'].filter(Boolean))
      expect(readSettings({ MAP_BOUNDS: wrong }).ok, wrong).toBe(false);
  });

  it('are so many metres apart', () => {
    const street = { lat: -33.89, lon: -60.57 };
    expect(distanceMetres(street, street)).toBe(0);
    expect(distanceMetres(street, { lat: -33.9, lon: -60.57 })).toBeCloseTo(1_112, 0);
  });
});
