import { ActionIcon, Tooltip } from '@mantine/core';
import { IconFocusCentered, IconLasso, IconMinus, IconPlus, IconSquareDashed } from '@tabler/icons-react';
import type { Feature, Point } from 'geojson';
import type { GeoJSONSource, LngLatBoundsLike, Map as MapLibreMap, StyleSpecification } from 'maplibre-gl';
import { useCallback, useEffect, useRef, useState } from 'react';
import { mapWords as words } from '../../words/map.ts';
import { pathOf } from '../week/visit-chip.tsx';
import styles from './map.module.css';
import { boxOf, isInside, type PointProperties, type Points, type roundsOf } from './map-points.ts';
import { Marker } from './maplibre.ts';
import { useMap } from './use-map.ts';
import { type Tool, useOutline } from './use-outline.ts';

/** A visit by its id, an order by its number. */
export type Pointed = { visit: number } | { order: string };

export type MapCanvasProps = {
  style: StyleSpecification | null;
  /** What the day's first view takes in; another one is looked at whole again. */
  of: string;
  points: Points;
  rounds: ReturnType<typeof roundsOf>;
  /** Of the tiles' source, which asks to be named. */
  attribution: string;
  zones: readonly { name: string; at: [number, number] }[];
  /** What is pointed at or in focus in the list. */
  pointed: Pointed | null;
  /** Something on the map is pointed at. */
  point: (pointed: Pointed | null) => void;
  openOrder: (number: string) => void;
  choose: (visits: number[], adds: boolean) => void;
  onFailure: () => void;
};

/** The map itself: what is on it can be pressed, and selected by a box or a lasso. */
export function MapCanvas(props: MapCanvasProps) {
  const { style, of, points, rounds, attribution, zones, pointed, choose, onFailure } = props;
  const frame = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const [tool, setTool] = useState<Tool | null>(null);
  const map = useMap(place, style, { points, rounds }, onFailure);
  const held = useRef(points);
  held.current = points;
  const outline = useOutline(frame, tool, (drawn, adds) => {
    if (!map) return;
    const inside = held.current.features.flatMap(({ geometry, properties: { visit } }) => {
      const { x, y } = map.project(geometry.coordinates as [number, number]);
      return visit !== undefined && isInside([x, y], drawn) ? [visit] : [];
    });
    setTool(null);
    choose(inside, adds);
  });
  const whole = useCallback(() => {
    const all = held.current.features.map(({ geometry }) => geometry.coordinates as [number, number]);
    const box = boxOf(all);
    if (map && box) map.fitBounds(box as LngLatBoundsLike, { padding: 40, maxZoom: 16, animate: false });
  }, [map]);
  const looked = useRef('');
  useEffect(() => {
    if (!map || points.features.length === 0 || looked.current === of) return;
    looked.current = of;
    whole();
  }, [map, points, of, whole]);
  usePresses(map, props);
  useRingAt(map, pointed, points);
  useZoneNames(map, zones);
  return (
    <div
      ref={frame}
      className={styles.frame}
      data-tool={tool ?? undefined}
      data-map-ready={map !== null || undefined}
    >
      <div ref={place} className={styles.canvas} />
      {outline.length > 0 && (
        <svg className={styles.outline} aria-hidden>
          <polygon points={outline.map((pixel) => pixel.join()).join(' ')} />
        </svg>
      )}
      <div className={styles.tools}>
        <Tools map={map} whole={whole} tool={tool} setTool={setTool} />
      </div>
      {attribution && <p className={styles.attribution}>{attribution}</p>}
    </div>
  );
}

function Tools(props: {
  map: MapLibreMap | null;
  whole: () => void;
  tool: Tool | null;
  setTool: (tool: Tool | null) => void;
}) {
  const { map, whole, tool, setTool } = props;
  const buttons = [
    { label: words.zoomIn, Icon: IconPlus, press: () => map?.zoomIn({ animate: false }) },
    { label: words.zoomOut, Icon: IconMinus, press: () => map?.zoomOut({ animate: false }) },
    { label: words.whole, Icon: IconFocusCentered, press: whole },
    { label: words.box, Icon: IconSquareDashed, tool: 'box' as const },
    { label: words.lasso, Icon: IconLasso, tool: 'lasso' as const },
  ];
  return buttons.map(({ label, Icon, press, tool: own }) => (
    <Tooltip key={label} label={label} position="left">
      <ActionIcon
        variant={own && own === tool ? 'filled' : 'default'}
        size={34}
        aria-label={label}
        {...(own ? { 'aria-pressed': own === tool } : {})}
        onClick={press ?? (() => setTool(own === tool ? null : own!))}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  ));
}

/**
 * A point that is pointed at gets an element over it, which the board's card and selection know as they know a chip;
 * a cluster opens.
 */
function usePresses(map: MapLibreMap | null, props: MapCanvasProps): void {
  const now = useRef(props);
  now.current = props;
  useEffect(() => {
    if (!map) return;
    const chip = document.createElement('a');
    chip.className = styles.chip!;
    chip.tabIndex = -1;
    chip.setAttribute('aria-hidden', 'true');
    const marker = new Marker({ element: chip });
    let shown: string | null = null;
    const hide = () => {
      if (shown === null) return;
      shown = null;
      marker.remove();
      now.current.point(null);
    };
    const show = (feature: Feature) => {
      const { visit, order, icon } = feature.properties as PointProperties;
      if (shown === icon + (visit ?? order)) return;
      shown = icon + (visit ?? order);
      for (const name of ['data-visit-id', 'data-stop', 'data-map-order', 'href']) chip.removeAttribute(name);
      if (visit !== undefined) {
        chip.dataset.visitId = String(visit);
        chip.dataset.stop = '';
        chip.href = pathOf({ id: visit }, 'jefetec');
      } else chip.dataset.mapOrder = order;
      marker.setLngLat((feature.geometry as Point).coordinates as [number, number]).addTo(map);
      now.current.point(visit !== undefined ? { visit } : { order: order! });
    };
    chip.addEventListener('pointerleave', hide);
    chip.addEventListener('click', (event) => {
      const { mapOrder } = chip.dataset;
      if (!mapOrder) return;
      event.preventDefault();
      now.current.openOrder(mapOrder);
    });
    map.on('mousemove', 'points', ({ features }) => {
      if (features?.[0]) show(features[0]);
    });
    map.on('click', 'points', ({ features, originalEvent }) => {
      if (!features?.[0] || chip.contains(originalEvent.target as Node)) return;
      show(features[0]);
      chip.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
    });
    map.on('click', 'clusters', async ({ features }) => {
      const cluster = features?.[0];
      if (!cluster) return;
      const source = map.getSource<GeoJSONSource>('points');
      const zoom = await source?.getClusterExpansionZoom(cluster.properties.cluster_id as number);
      const center = (cluster.geometry as Point).coordinates as [number, number];
      map.jumpTo({ center, zoom: (zoom ?? map.getZoom()) + 0.5 });
    });
    map.on('mouseenter', 'clusters', () => {
      map.getCanvas().style.cursor = 'pointer';
    });
    map.on('mouseleave', 'clusters', () => {
      map.getCanvas().style.cursor = '';
    });
    map.on('movestart', hide);
    return hide;
  }, [map]);
}

/** A ring on what the list points at, also where it is within a cluster. */
function useRingAt(map: MapLibreMap | null, pointed: Pointed | null, points: Points): void {
  useEffect(() => {
    if (!map || !pointed) return;
    const feature = points.features.find(({ properties }) =>
      'visit' in pointed ? properties.visit === pointed.visit : properties.order === pointed.order,
    );
    if (!feature) return;
    const ring = document.createElement('span');
    ring.className = styles.ring!;
    ring.setAttribute('aria-hidden', 'true');
    const at = feature.geometry.coordinates as [number, number];
    const marker = new Marker({ element: ring }).setLngLat(at).addTo(map);
    if (!map.getBounds().contains(at)) map.panTo(at, { animate: false });
    return () => void marker.remove();
  }, [map, pointed, points]);
}

/** The zones' names, as elements: the plain style has no font of its own. */
function useZoneNames(map: MapLibreMap | null, zones: MapCanvasProps['zones']): void {
  useEffect(() => {
    if (!map) return;
    const names = zones.map(({ name, at }) => {
      const element = document.createElement('span');
      element.className = styles.zoneName!;
      element.textContent = name;
      element.setAttribute('aria-hidden', 'true');
      return new Marker({ element }).setLngLat(at).addTo(map);
    });
    return () => {
      for (const name of names) name.remove();
    };
  }, [map, zones]);
}
