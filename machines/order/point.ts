/** A place on earth: degrees, WGS 84. */
export type Point = { lat: number; lon: number };

/** A country as a box of degrees. */
export type Bounds = { west: number; south: number; east: number; north: number };

/** Argentina, its islands in the South Atlantic included. */
export const argentina: Bounds = { west: -73.6, south: -55.2, east: -53.6, north: -21.7 };

export const isWithin = ({ lat, lon }: Point, { west, south, east, north }: Bounds): boolean =>
  lat >= south && lat <= north && lon >= west && lon <= east;

export type PointProblem = 'point-incomplete' | 'point-invalid' | 'point-swapped' | 'point-outside';

/**
 * What is wrong with a row's coordinates; null: nothing, or there are none.
 * @param bounds of the country; a pair that lies in it only the other way round was swapped
 */
export function pointProblem(
  { lat, lon }: { lat?: number | null | undefined; lon?: number | null | undefined },
  bounds: Bounds,
): PointProblem | null {
  if (lat == null && lon == null)
    return (lat === undefined) === (lon === undefined) ? null : 'point-incomplete';
  if (lat == null || lon == null) return 'point-incomplete';
  if (isWithin({ lat, lon }, bounds)) return null;
  if (isWithin({ lat: lon, lon: lat }, bounds)) return 'point-swapped';
  return Math.abs(lat) > 90 || Math.abs(lon) > 180 ? 'point-invalid' : 'point-outside';
}

/** Metres between two points over the earth's surface. */
export function distanceMetres(a: Point, b: Point): number {
  const rad = (degrees: number) => (degrees * Math.PI) / 180;
  const [dLat, dLon] = [rad(b.lat - a.lat), rad(b.lon - a.lon)];
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(rad(a.lat)) * Math.cos(rad(b.lat)) * Math.sin(dLon / 2) ** 2;
  return 2 * 6_371_000 * Math.asin(Math.min(1, Math.sqrt(h)));
}
