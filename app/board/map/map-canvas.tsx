import { ActionIcon, Tooltip } from '@mantine/core';
import { IconFocusCentered, IconLasso, IconMinus, IconPlus, IconSquareDashed } from '@tabler/icons-react';
import { polygonContains } from 'd3-polygon';
import type { LngLatBoundsLike, Map as MapLibreMap, StyleSpecification } from 'maplibre-gl';
import { useCallback, useContext, useEffect, useRef, useState } from 'react';
import { mapWords as words } from '../../words/board/map-words.ts';
import { MayMove } from '../day/may-move.ts';
import styles from './map.module.css';
import { boxOf, type Pointed, type roundsOf, type Shown } from './map-points.ts';
import { Marker } from './maplibre.ts';
import { useMap } from './use-map.ts';
import { type Tool, useOutline } from './use-outline.ts';
import { usePresses } from './use-presses.ts';

export type MapCanvasProps = {
  style: StyleSpecification | null;
  /** What the day's first view takes in; another one is looked at whole again. */
  of: string;
  shown: Shown;
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
  const { style, of, shown, rounds, attribution, zones, pointed, choose, onFailure } = props;
  const frame = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const [tool, setTool] = useState<Tool | null>(null);
  const map = useMap(place, style, { shown, rounds }, onFailure);
  const latest = useRef(shown);
  latest.current = shown;
  const outline = useOutline(frame, tool, (drawn, adds) => {
    if (!map) return;
    const inside = latest.current.visits.features.flatMap(({ geometry, properties: { visit } }) => {
      const { x, y } = map.project(geometry.coordinates as [number, number]);
      return visit !== undefined && polygonContains(drawn, [x, y]) ? [visit] : [];
    });
    setTool(null);
    choose(inside, adds);
  });
  const whole = useCallback(() => {
    const { visits, orders } = latest.current;
    const all = [...visits.features, ...orders.features].map(
      ({ geometry }) => geometry.coordinates as [number, number],
    );
    const box = boxOf(all);
    if (map && box) map.fitBounds(box as LngLatBoundsLike, { padding: 40, maxZoom: 16, animate: false });
  }, [map]);
  const looked = useRef('');
  useEffect(() => {
    const some = shown.visits.features.length + shown.orders.features.length > 0;
    if (!map || !some || looked.current === of) return;
    looked.current = of;
    whole();
  }, [map, shown, of, whole]);
  usePresses(map, props);
  useHaloAt(map, pointed, shown);
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
  const mayMove = useContext(MayMove);
  const buttons = [
    { label: words.zoomIn, Icon: IconPlus, press: () => map?.zoomIn({ animate: false }) },
    { label: words.zoomOut, Icon: IconMinus, press: () => map?.zoomOut({ animate: false }) },
    { label: words.whole, Icon: IconFocusCentered, press: whole },
    // What is selected is moved: without that permission there is nothing to select for.
    ...(mayMove
      ? [
          { label: words.box, Icon: IconSquareDashed, tool: 'box' as const },
          { label: words.lasso, Icon: IconLasso, tool: 'lasso' as const },
        ]
      : []),
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

/** A circle around what the list points at, also where it is within a cluster. */
function useHaloAt(map: MapLibreMap | null, pointed: Pointed | null, shown: Shown): void {
  useEffect(() => {
    if (!map || !pointed) return;
    if ('technician' in pointed) return;
    const feature = [...shown.visits.features, ...shown.orders.features].find(({ properties }) =>
      'visit' in pointed ? properties.visit === pointed.visit : properties.order === pointed.order,
    );
    if (!feature) return;
    const halo = document.createElement('span');
    halo.className = styles.halo!;
    halo.setAttribute('aria-hidden', 'true');
    const at = feature.geometry.coordinates as [number, number];
    const marker = new Marker({ element: halo }).setLngLat(at).addTo(map);
    if (!map.getBounds().contains(at)) map.panTo(at, { animate: false });
    return () => void marker.remove();
  }, [map, pointed, shown]);
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
