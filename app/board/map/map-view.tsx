import { Alert, Button, Group, useComputedColorScheme } from '@mantine/core';
import type { StyleSpecification } from 'maplibre-gl';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLazyPart } from '../../ui/use-lazy-part.ts';
import { mapWords as words } from '../../words/map.ts';
import type { DayRow } from '../day/day-rows.ts';
import { useAddress } from '../use-address.ts';
import type { Names } from '../week/chip-text.ts';
import styles from './map.module.css';
import type { MapCanvasProps } from './map-canvas.tsx';
import { MapLegend } from './map-legend.tsx';
import { MapList } from './map-list.tsx';
import { groupsOf, type Pointed, pointsOf, roundsOf } from './map-points.ts';
import { useMapPlaces } from './use-map-places.ts';

export type MapViewProps = {
  operation: string;
  day: string;
  /** The day in words. */
  dayText: string;
  rows: readonly DayRow[];
  slots: readonly { id: number }[];
  crew: readonly { id: number }[];
  zones: ReadonlyMap<number, string>;
  names: Names;
  selected: ReadonlySet<number>;
  toggle: (visitId: number) => void;
  choose: (visits: readonly number[], adds: boolean) => void;
};

const loadCanvas = () => import('./map-canvas.tsx').then(({ MapCanvas }) => MapCanvas);

/** The day on a map beside a list of the same: both read the day board's own rows (contract §10). */
export function MapView(props: MapViewProps) {
  const { operation, day, dayText, rows, slots, crew, zones, names, selected, toggle, choose } = props;
  const { set } = useAddress();
  const area = useRef<HTMLDivElement>(null);
  const found = useMapPlaces(operation, day);
  const { places, orders, leftOut, ground } = found;
  const groups = useMemo(() => groupsOf(rows, slots, places, crew), [rows, slots, places, crew]);
  const shown = useMemo(() => pointsOf(groups, orders, places, selected), [groups, orders, places, selected]);
  const openOrder = useCallback(
    (number: string) => set({ orden: number, cliente: null, ver: null }, { step: true }),
    [set],
  );
  const canDraw = useCanDraw();
  const [lost, setLost] = useState(false);
  const { Part: Canvas } = useLazyPart<MapCanvasProps>(canDraw === true, loadCanvas, () => setLost(true));
  const { style, missing, onFailure } = useBaseStyle(canDraw ? ground : null);
  const [pointed, point] = usePointed(area);
  const rounds = useMemo(() => roundsOf(groups, pointed), [groups, pointed]);
  const zoneNames = useMemo(
    () => (missing || ground?.base.kind === 'plain' ? namesAt(ground) : none),
    [ground, missing],
  );
  return (
    <div ref={area} className={styles.view}>
      <section className={styles.map} aria-label={words.label(dayText)}>
        {found.failed || lost ? (
          <Alert color="red" variant="light" m="xs" title={words.failed}>
            <Button size="xs" variant="default" onClick={lost ? () => window.location.reload() : found.retry}>
              {words.retry}
            </Button>
          </Alert>
        ) : canDraw === false ? (
          <Alert color="yellow" variant="light" m="xs" title={words.noDrawing}>
            {words.noDrawingHint}
          </Alert>
        ) : Canvas ? (
          <>
            {missing && (
              <Group className={styles.missing} gap="xs" role="status">
                {words.noServer}
              </Group>
            )}
            <Canvas
              style={style}
              of={`${operation} ${day}`}
              {...{ shown, rounds, pointed, point, openOrder, choose, onFailure }}
              attribution={missing ? '' : attributionOf(style)}
              zones={zoneNames}
            />
            <MapLegend />
          </>
        ) : (
          <p className={styles.hint} role="status">
            {words.loading}
          </p>
        )}
      </section>
      <MapList
        label={words.list(dayText)}
        {...{ groups, orders, places, leftOut, selected, zones, names, toggle, openOrder }}
      />
    </div>
  );
}

const none: MapCanvasProps['zones'] = [];

/** A zone's name stands in the middle of its nodes. */
function namesAt(
  ground: { zones: { name: string; nodes: [number, number][] }[] } | null,
): MapCanvasProps['zones'] {
  return (ground?.zones ?? []).map(({ name, nodes }) => {
    const mean = (part: 0 | 1) => nodes.reduce((sum, node) => sum + node[part], 0) / nodes.length;
    return { name, at: [mean(0), mean(1)] };
  });
}

const attributionOf = (style: StyleSpecification | null): string =>
  Object.values(style?.sources ?? {})
    .flatMap((source) => ('attribution' in source && source.attribution ? source.attribution : []))
    .map((text) => text.replace(/<[^>]*>/g, ''))
    .join(' · ');

/** Whether this machine can draw it; null: not known before the page runs. */
function useCanDraw(): boolean | null {
  const [can, setCan] = useState<boolean | null>(null);
  useEffect(() => {
    const canvas = document.createElement('canvas');
    setCan(Boolean(canvas.getContext('webgl2') ?? canvas.getContext('webgl')));
  }, []);
  return can;
}

type GroundOf = ReturnType<typeof useMapPlaces>['ground'];

/** The installation's style in the user's scheme; the plain one where its server fails, and that it does. */
function useBaseStyle(ground: GroundOf) {
  const scheme = useComputedColorScheme('light');
  const [style, setStyle] = useState<StyleSpecification | null>(null);
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    if (!ground) return;
    const asking = new AbortController();
    const timer = setTimeout(() => asking.abort(), 8_000);
    let left = false;
    void import('./base-style.ts').then(async ({ baseStyle, plainStyle }) => {
      const plain = () => plainStyle(ground, scheme);
      const next = missing
        ? plain()
        : await baseStyle(ground, scheme, asking.signal).catch(() => {
            // The screen says so.
            if (!left) setMissing(true);
            return plain();
          });
      if (!left) setStyle(next);
    });
    return () => {
      left = true;
      clearTimeout(timer);
      asking.abort();
    };
  }, [ground, scheme, missing]);
  const plain = ground?.base.kind === 'plain';
  const onFailure = useCallback(() => {
    if (!plain) setMissing(true);
  }, [plain]);
  return { style, missing, onFailure };
}

/** What the list points at, by the pointer or the focus, and the list's row of what the map points at. */
function usePointed(area: React.RefObject<HTMLElement>): [Pointed | null, (pointed: Pointed | null) => void] {
  const [pointed, setPointed] = useState<Pointed | null>(null);
  useEffect(() => {
    const root = area.current;
    if (!root) return;
    let key = '';
    const onEnter = (event: Event) => {
      const row = (event.target as Element).closest<HTMLElement>('[data-map-row]');
      const next = row?.dataset.mapRow ?? '';
      if (next === key) return;
      key = next;
      const [kind, id] = next.split('-');
      setPointed(!id ? null : kind === 'visit' ? { visit: Number(id) } : { order: id });
    };
    root.addEventListener('pointerover', onEnter);
    root.addEventListener('focusin', onEnter);
    return () => {
      root.removeEventListener('pointerover', onEnter);
      root.removeEventListener('focusin', onEnter);
    };
  }, [area]);
  const point = useCallback(
    (on: Pointed | null) => {
      for (const row of area.current?.querySelectorAll('[data-pointed]') ?? [])
        row.removeAttribute('data-pointed');
      if (!on) return;
      const key = 'visit' in on ? `visit-${on.visit}` : `order-${on.order}`;
      const row = area.current?.querySelector(`[data-map-row="${key}"]`);
      row?.setAttribute('data-pointed', '');
      row?.scrollIntoView({ block: 'nearest' });
    },
    [area],
  );
  return [pointed, point];
}
