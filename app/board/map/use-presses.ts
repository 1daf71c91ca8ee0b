import type { Point } from 'geojson';
import type { GeoJSONSource, MapGeoJSONFeature, Map as MapLibreMap, MapMouseEvent } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { pathOf } from '../week/visit-chip.tsx';
import styles from './map.module.css';
import type { Pointed, PointProperties } from './map-points.ts';
import { Marker } from './maplibre.ts';
import { pointLayers } from './use-map.ts';

type Acts = { point: (pointed: Pointed | null) => void; openOrder: (number: string) => void };

const layers = pointLayers.flatMap((name) => [name, `${name}-clusters`]);

/**
 * A point that is pointed at gets an element over it, which the board's card and selection know as they know a chip;
 * a cluster opens.
 */
export function usePresses(map: MapLibreMap | null, acts: Acts): void {
  const now = useRef(acts);
  now.current = acts;
  useEffect(() => {
    if (!map) return;
    const chip = makeChip((order) => now.current.openOrder(order));
    const marker = new Marker({ element: chip });
    let shown: string | null = null;
    const hide = () => {
      if (shown === null) return;
      shown = null;
      marker.remove();
      now.current.point(null);
    };
    const show = ({ geometry, properties }: MapGeoJSONFeature) => {
      const { visit, order, icon } = properties as PointProperties;
      const key = `${icon} ${visit ?? order}`;
      if (shown === key) return;
      shown = key;
      dressChip(chip, { visit, order });
      marker.setLngLat((geometry as Point).coordinates as [number, number]).addTo(map);
      now.current.point(visit !== undefined ? { visit } : { order: order! });
    };
    const at = ({ point }: MapMouseEvent): MapGeoJSONFeature | undefined =>
      map.getLayer(layers[0]!) && map.queryRenderedFeatures(point, { layers })[0];
    const onMove = (event: MapMouseEvent) => {
      // A map that is dragged has no time to look for what lies under the pointer.
      if (map.isMoving() || chip.contains(event.originalEvent.target as Node)) return;
      const feature = at(event);
      map.getCanvas().style.cursor = feature ? 'pointer' : '';
      if (feature && !feature.properties.cluster) show(feature);
    };
    const onClick = (event: MapMouseEvent) => {
      if (chip.contains(event.originalEvent.target as Node)) return;
      const feature = at(event);
      if (!feature) return;
      if (feature.properties.cluster) return void openCluster(map, feature);
      show(feature);
      chip.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
    };
    chip.addEventListener('pointerleave', hide);
    map.on('mousemove', onMove);
    map.on('click', onClick);
    map.on('movestart', hide);
    return () => {
      map.off('mousemove', onMove);
      map.off('click', onClick);
      map.off('movestart', hide);
      hide();
    };
  }, [map]);
}

/** Not for the keyboard nor a screen reader, which have the list. */
function makeChip(openOrder: (number: string) => void): HTMLAnchorElement {
  const chip = document.createElement('a');
  chip.className = styles.chip!;
  chip.tabIndex = -1;
  chip.setAttribute('aria-hidden', 'true');
  chip.addEventListener('click', (event) => {
    const { mapOrder } = chip.dataset;
    if (!mapOrder) return;
    event.preventDefault();
    openOrder(mapOrder);
  });
  return chip;
}

function dressChip(
  chip: HTMLAnchorElement,
  { visit, order }: Pick<PointProperties, 'visit' | 'order'>,
): void {
  for (const name of ['data-visit-id', 'data-stop', 'data-map-order', 'href']) chip.removeAttribute(name);
  if (visit === undefined) {
    chip.dataset.mapOrder = order;
    return;
  }
  chip.dataset.visitId = String(visit);
  chip.dataset.stop = '';
  chip.href = pathOf({ id: visit }, 'jefetec');
}

async function openCluster(map: MapLibreMap, { source, properties, geometry }: MapGeoJSONFeature) {
  const zoom = await map
    .getSource<GeoJSONSource>(source)
    ?.getClusterExpansionZoom(properties.cluster_id as number);
  const center = (geometry as Point).coordinates as [number, number];
  map.jumpTo({ center, zoom: (zoom ?? map.getZoom()) + 0.5 });
}
