import type { GeoJSONSource, Map as MapLibreMap, StyleSpecification } from 'maplibre-gl';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { mapWords as words } from '../../words/board/map-words.ts';
import { drawLessWhileMoving } from './draw-less-while-moving.ts';
import { drawCluster, drawMark, pixelRatio } from './draw-marks.ts';
import type { roundsOf, Shown } from './map-points.ts';
import { readMark } from './map-shapes.ts';
import { MapLibre } from './maplibre.ts';

type Drawn = { shown: Shown; rounds: ReturnType<typeof roundsOf> };

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
    const made = makeMap(place.current, first.current!);
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

  useDrawnOn(map, drawn);
  return map;
}

/** A map of the country, north at its top, which nothing is on yet. */
function makeMap(container: HTMLElement, style: StyleSpecification): MapLibreMap {
  const map = new MapLibre({
    container,
    style,
    center: [-64, -36],
    zoom: 4,
    attributionControl: false,
    // A box selects visits here.
    boxZoom: false,
    dragRotate: false,
    pitchWithRotate: false,
    fadeDuration: 0,
    // Nothing gives way to anything: no placement to work out with every frame.
    crossSourceCollisions: false,
    renderWorldCopies: false,
    locale: { 'Map.Title': words.canvas },
  });
  drawLessWhileMoving(map);
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  return map;
}

/** Points and rounds on the map, as they change. */
function useDrawnOn(map: MapLibreMap | null, drawn: Drawn): void {
  const {
    shown: { visits, orders },
    rounds,
  } = drawn;
  useEffect(() => {
    map?.getSource<GeoJSONSource>('visits')?.setData(visits);
  }, [map, visits]);
  useEffect(() => {
    map?.getSource<GeoJSONSource>('orders')?.setData(orders);
  }, [map, orders]);
  useEffect(() => {
    map?.getSource<GeoJSONSource>('rounds')?.setData(rounds);
  }, [map, rounds]);
}

function addPicture(map: MapLibreMap, name: string): void {
  if (map.hasImage(name)) return;
  const mark = readMark(name);
  const [head, count, late, of] = name.split('.');
  if (mark) map.addImage(name, drawMark(mark), { pixelRatio });
  else if (head === 'cluster')
    map.addImage(name, drawCluster(Number(count), { late: late !== '0', orders: of === 'orders' }), {
      pixelRatio,
    });
}

/** What is ours over a style that was loaded: orders below visits, which cluster only where they would cover each other. */
function dress(map: MapLibreMap, { shown, rounds }: Drawn): void {
  map.addSource('rounds', { type: 'geojson', data: rounds });
  map.addLayer({
    ...{ id: 'rounds', type: 'line', source: 'rounds' },
    layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: { 'line-color': ['get', 'colour'], 'line-width': 2.5, 'line-opacity': ['get', 'opacity'] },
  });
  addPoints(map, 'orders', shown.orders, { clusterMaxZoom: 14, clusterRadius: 50, clusterMinPoints: 3 });
  addPoints(map, 'visits', shown.visits, { clusterMaxZoom: 15, clusterRadius: 22, clusterMinPoints: 4 });
}

/** The layers of each kind of point: themselves, and their clusters. */
export const pointLayers = ['visits', 'orders'] as const;

function addPoints(
  map: MapLibreMap,
  name: (typeof pointLayers)[number],
  data: Shown['visits'],
  clusters: { clusterMaxZoom: number; clusterRadius: number; clusterMinPoints: number },
): void {
  map.addSource(name, {
    ...{ type: 'geojson', data, cluster: true },
    ...clusters,
    clusterProperties: { late: ['+', ['get', 'late']] },
  });
  const overlap = { 'icon-allow-overlap': true, 'icon-ignore-placement': true };
  map.addLayer({
    ...{ id: `${name}-clusters`, type: 'symbol', source: name, filter: ['has', 'point_count'] },
    layout: {
      ...overlap,
      'icon-image': ['concat', 'cluster.', ['get', 'point_count'], '.', ['get', 'late'], '.', name],
    },
  });
  map.addLayer({
    ...{ id: name, type: 'symbol', source: name, filter: ['!', ['has', 'point_count']] },
    layout: { ...overlap, 'icon-image': ['get', 'icon'] },
  });
}
