import { polygonHull } from 'd3-polygon';
import type { StyleSpecification } from 'maplibre-gl';
import type { Ground } from '../../../db/reads/visits/map.ts';
import type { GroundAnswer } from '../../routes/board-ground/route.ts';

export type Scheme = 'light' | 'dark';

const plainColours = {
  light: { land: '#eef1f4', zone: '#d3e0ea', edge: '#8ba3b5', street: '#ffffff', kerb: '#c9d2da' },
  dark: { land: '#141a20', zone: '#1e2b36', edge: '#4f6a7e', street: '#37444f', kerb: '#222c34' },
} as const;

/** The style where there are no tiles: zones around the centres of their nodes, and the streets that are known. */
export function plainStyle({ zones, streets }: Ground, scheme: Scheme): StyleSpecification {
  const colours = plainColours[scheme];
  return {
    version: 8,
    sources: {
      zones: {
        type: 'geojson',
        data: {
          type: 'FeatureCollection',
          features: zones.map(({ name, nodes }) => ({
            type: 'Feature',
            geometry: { type: 'Polygon', coordinates: [closed(polygonHull(nodes.flatMap(around)) ?? [])] },
            properties: { name },
          })),
        },
      },
      streets: {
        type: 'geojson',
        data: { type: 'MultiLineString', coordinates: streets },
      },
    },
    layers: [
      { id: 'land', type: 'background', paint: { 'background-color': colours.land } },
      {
        ...{ id: 'zones', type: 'fill', source: 'zones' },
        paint: { 'fill-color': colours.zone, 'fill-opacity': 0.6 },
      },
      {
        ...{ id: 'kerbs', type: 'line', source: 'streets' },
        paint: { 'line-color': colours.kerb, 'line-width': widths(1.5, 8) },
      },
      {
        ...{ id: 'streets', type: 'line', source: 'streets' },
        paint: { 'line-color': colours.street, 'line-width': widths(0.75, 6) },
      },
      {
        ...{ id: 'edges', type: 'line', source: 'zones' },
        paint: { 'line-color': colours.edge, 'line-width': 1.5, 'line-dasharray': [4, 2] },
      },
    ],
  };
}

const widths = (far: number, near: number) =>
  ['interpolate', ['linear'], ['zoom'], 12, far, 17, near] as [
    'interpolate',
    ['linear'],
    ['zoom'],
    ...number[],
  ];

/** Eight points some 250 metres around a node's centre, so that one node alone has an area too. */
const around = ([lon, lat]: [number, number]): [number, number][] =>
  Array.from({ length: 8 }, (_, index) => {
    const turn = (index * Math.PI) / 4;
    const degrees = 250 / 111_195;
    return [
      lon + (Math.cos(turn) * degrees) / Math.cos((lat * Math.PI) / 180),
      lat + Math.sin(turn) * degrees,
    ];
  });

const closed = (corners: [number, number][]): [number, number][] =>
  corners[0] ? [...corners, corners[0]] : corners;

/**
 * The style that the installation chose, or the plain one.
 * @throws when its server does not answer, or not with a style
 */
export async function baseStyle(
  ground: GroundAnswer,
  scheme: Scheme,
  signal: AbortSignal,
): Promise<StyleSpecification> {
  const { base } = ground;
  if (base.kind === 'plain') return plainStyle(ground, scheme);
  if (base.kind === 'tiles') {
    const [{ layers, namedFlavor }] = await Promise.all([import('@protomaps/basemaps'), serveTiles(signal)]);
    return {
      version: 8,
      sources: {
        protomaps: { type: 'vector', url: `pmtiles://${tilesAddress()}`, attribution: '© OpenStreetMap' },
      },
      // Without a language no texts: they would need glyphs from elsewhere.
      layers: layers('protomaps', namedFlavor(scheme)),
    };
  }
  const answer = await fetch(base.url, { signal });
  if (!answer.ok) throw new Error(`the style was answered with ${answer.status}`);
  return (await answer.json()) as StyleSpecification;
}

const tilesAddress = () => new URL('/board/tiles.pmtiles', window.location.href).href;

let served: Promise<void> | undefined;
/** MapLibre reads the tiles of one file by ranges; asked once whether there is such a file. */
async function serveTiles(signal: AbortSignal): Promise<void> {
  served ??= Promise.all([import('pmtiles'), import('./maplibre.ts')]).then(
    ([{ Protocol }, { addProtocol }]) => addProtocol('pmtiles', new Protocol().tile),
  );
  await served;
  const answer = await fetch(tilesAddress(), { headers: { range: 'bytes=0-6' }, signal });
  if (answer.status !== 206 || (await answer.text()) !== 'PMTiles') throw new Error('no file of tiles');
}
