import { Alert, Button, Group } from '@mantine/core';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { mapWords as words } from '../../words/board/map-words.ts';
import type { DayRow } from '../day/day-rows.ts';
import { useAddress } from '../use-address.ts';
import type { Names } from '../week/chip-text.ts';
import styles from './map.module.css';
import { MapLegend } from './map-legend.tsx';
import { MapList } from './map-list.tsx';
import { groupsOf, type Pointed, pointsOf, roundsOf } from './map-points.ts';
import { attributionOf, useDrawing } from './use-drawing.ts';
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
  looked: number | null;
  selected: ReadonlySet<number>;
  toggle: (visitId: number) => void;
  choose: (visits: readonly number[], adds: boolean) => void;
};

/** The day on a map beside a list of the same: both read the day board's own rows (contract §10). */
export function MapView(props: MapViewProps) {
  const { operation, day, dayText, rows, slots, crew, zones, names, looked, selected, toggle, choose } =
    props;
  const { set } = useAddress();
  const area = useRef<HTMLDivElement>(null);
  const { places, orders, leftOut, ground, failed, retry: again } = useMapPlaces(operation, day);
  const groups = useMemo(() => groupsOf(rows, slots, places, crew), [rows, slots, places, crew]);
  const shown = useMemo(() => pointsOf(groups, orders, places, selected), [groups, orders, places, selected]);
  const openOrder = useCallback(
    (number: string) => set({ orden: number, cliente: null, ver: null }, { step: true }),
    [set],
  );
  const { canDraw, lost, Canvas, style, missing, onFailure, zoneNames } = useDrawing(ground);
  const [pointed, point] = usePointed(area);
  const rounds = useMemo(() => roundsOf(groups, pointed), [groups, pointed]);
  const retry = lost ? () => window.location.reload() : failed ? again : null;
  return (
    <div ref={area} className={styles.view}>
      <section className={styles.map} aria-label={words.label(dayText)}>
        {Canvas && canDraw !== false && !retry ? (
          <>
            {missing && <NoServer />}
            <Canvas
              style={style}
              of={`${operation} ${day}`}
              shown={shown}
              rounds={rounds}
              pointed={pointed}
              point={point}
              openOrder={openOrder}
              choose={choose}
              onFailure={onFailure}
              attribution={missing ? '' : attributionOf(style)}
              zones={zoneNames}
            />
            <MapLegend />
          </>
        ) : (
          <NoMap canDraw={canDraw} retry={retry} />
        )}
      </section>
      <MapList
        label={words.list(dayText)}
        groups={groups}
        orders={orders}
        places={places}
        leftOut={leftOut}
        looked={looked}
        selected={selected}
        zones={zones}
        names={names}
        toggle={toggle}
        openOrder={openOrder}
      />
    </div>
  );
}

/** Over a map without its tiles. */
const NoServer = () => (
  <Group className={styles.missing} gap="xs" role="status">
    {words.noServer}
  </Group>
);

/** In the place of the map: why there is none, or that it is to come. */
function NoMap({ canDraw, retry }: { canDraw: boolean | null; retry: (() => void) | null }) {
  if (retry)
    return (
      <Alert color="red" variant="light" m="xs" title={words.failed}>
        <Button size="xs" variant="default" onClick={retry}>
          {words.retry}
        </Button>
      </Alert>
    );
  if (canDraw === false)
    return (
      <Alert color="yellow" variant="light" m="xs" title={words.noDrawing}>
        {words.noDrawingHint}
      </Alert>
    );
  return (
    <p className={styles.hint} role="status">
      {words.loading}
    </p>
  );
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
