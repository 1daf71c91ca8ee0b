import type { GeoJSONSource, Map as MapLibreMap, StyleSpecification } from 'maplibre-gl';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { mapWords as words } from '../../words/map.ts';
import { drawCluster, drawMark, pixelRatio } from './draw-marks.ts';
import type { Points, roundsOf } from './map-points.ts';
import { readMark } from './map-shapes.ts';
import { MapLibre } from './maplibre.ts';

type Drawn = { points: Points; rounds: ReturnType<typeof roundsOf> };

/**
 * A map in an element, with the points and rounds on it as they change.
 * @param style null: not there yet
 * @param onFailure its tiles do not come
 */
export function useMap(
  place: RefObject<HTMLElement>,
  style: StyleSpecification | null,
  drawn: Drawn,
  onFailure: () => void,
): MapLibreMap | null {
  const [map, setMap] = useState<MapLibreMap | null>(null);
  const now = useRef({ drawn, onFailure });
  now.current = { drawn, onFailure };
  const first = useRef(style);
  first.current = style;
  const ready = style !== null;

  useEffect(() => {
    if (!ready || !place.current) return;
    const made = new MapLibre({
      container: place.current,
      style: first.current!,
      center: [-64, -36],
      zoom: 4,
      attributionControl: false,
      // A box selects visits here.
      boxZoom: false,
      dragRotate: false,
      pitchWithRotate: false,
      fadeDuration: 0,
      renderWorldCopies: false,
      locale: { 'Map.Title': words.canvas },
    });
    made.touchZoomRotate.disableRotation();
    made.keyboard.disableRotation();
    made.on('styleimagemissing', ({ id }) => addPicture(made, id));
    made.on('style.load', () => dress(made, now.current.drawn));
    made.on('error', (event) => {
      console.warn('map', event.error?.message);
      if ('sourceId' in event || 'source' in event) now.current.onFailure();
    });
    setMap(made);
    return () => {
      setMap(null);
      made.remove();
    };
  }, [ready, place]);

  const shown = useRef(style);
  useEffect(() => {
    if (!map || !style || shown.current === style) return;
    map.setStyle(style, { diff: false });
  }, [map, style]);
  useEffect(() => {
    shown.current = style;
  }, [style]);

  const { points, rounds } = drawn;
  useEffect(() => {
    map?.getSource<GeoJSONSource>('points')?.setData(points);
  }, [map, points]);
  useEffect(() => {
    map?.getSource<GeoJSONSource>('rounds')?.setData(rounds);
  }, [map, rounds]);
  return map;
}

function addPicture(map: MapLibreMap, name: string): void {
  if (map.hasImage(name)) return;
  const mark = readMark(name);
  const [head, count, late] = name.split('.');
  if (mark) map.addImage(name, drawMark(mark), { pixelRatio });
  else if (head === 'cluster') map.addImage(name, drawCluster(Number(count), late !== '0'), { pixelRatio });
}

/** What is ours over a style that was loaded. */
function dress(map: MapLibreMap, { points, rounds }: Drawn): void {
  map.addSource('rounds', { type: 'geojson', data: rounds });
  map.addSource('points', {
    type: 'geojson',
    data: points,
    cluster: true,
    clusterMaxZoom: 13,
    clusterRadius: 34,
    clusterMinPoints: 3,
    clusterProperties: { late: ['+', ['get', 'late']] },
  });
  map.addLayer({
    ...{ id: 'rounds', type: 'line', source: 'rounds' },
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: { 'line-color': ['get', 'colour'], 'line-width': 2.5, 'line-opacity': 0.7 },
  });
  const overlap = { 'icon-allow-overlap': true, 'icon-ignore-placement': true };
  map.addLayer({
    ...{ id: 'points', type: 'symbol', source: 'points', filter: ['!', ['has', 'point_count']] },
    layout: { ...overlap, 'icon-image': ['get', 'icon'] },
  });
  map.addLayer({
    ...{ id: 'clusters', type: 'symbol', source: 'points', filter: ['has', 'point_count'] },
    layout: {
      ...overlap,
      'icon-image': ['concat', 'cluster.', ['get', 'point_count'], '.', ['get', 'late']],
    },
  });
}
