import { Alert, Button, Group } from '@mantine/core';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { mapWords as words } from '../../words/board/map-words.ts';
import type { DayRow } from '../day/day-rows.ts';
import { useAddress } from '../use-address.ts';
import type { Names } from '../week/chip-text.ts';
import styles from './map.module.css';
import { MapLegend, type MapLooks } from './map-legend.tsx';
import { MapList } from './map-list.tsx';
import { groupsOf, type MapGroup, openOf, type Pointed, pointsOf, roundsOf } from './map-points.ts';
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
  const looks = useLooks();
  const area = useRef<HTMLDivElement>(null);
  const read = useMapPlaces(operation, day);
  const { places, orders, leftOut } = read;
  const { groups, closedCount } = useGroups({ rows, slots, places, crew }, looks);
  const shown = useMemo(() => pointsOf(groups, orders, places, selected), [groups, orders, places, selected]);
  const openOrder = useCallback(
    (number: string) => set({ orden: number, cliente: null, ver: null }, { step: true }),
    [set],
  );
  const { canDraw, lost, Canvas, style, missing, onFailure, zoneNames } = useDrawing(read.ground);
  const [pointed, point] = usePointed(area);
  const rounds = useMemo(() => roundsOf(groups, pointed, looks.rounds), [groups, pointed, looks.rounds]);
  const retry = lost ? () => window.location.reload() : read.failed ? read.retry : null;
  return (
    <div ref={area} className={styles.view}>
      <section className={styles.map} aria-label={words.label(dayText)}>
        {Canvas && canDraw !== false && !retry ? (
          <>
            {missing && <Missing />}
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
          </>
        ) : (
          <NoMap canDraw={canDraw} retry={retry} />
        )}
      </section>
      <MapLegend looks={looks} closedCount={closedCount} choose={(look) => set(addressOf(looks, look))} />
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

/** The groups as the user chose to see them, and how many visits the closed ones are. */
function useGroups(
  day: Pick<MapViewProps, 'rows' | 'slots' | 'crew'> & { places: ReturnType<typeof useMapPlaces>['places'] },
  looks: MapLooks,
) {
  const { rows, slots, places, crew } = day;
  const all = useMemo(() => groupsOf(rows, slots, places, crew), [rows, slots, places, crew]);
  const open = useMemo(() => openOf(all), [all]);
  return { groups: looks.closed ? all : open, closedCount: countOf(all) - countOf(open) };
}

const countOf = (groups: readonly MapGroup[]): number =>
  groups.reduce((sum, { visits }) => sum + visits.length, 0);

/** What is drawn beside what is open, as the address says: `?mapa=cerradas,recorridas`. */
function useLooks(): MapLooks {
  const { search } = useAddress();
  const names = (new URLSearchParams(search).get('mapa') ?? '').split(',');
  return { closed: names.includes('cerradas'), rounds: names.includes('recorridas') };
}

function addressOf(looks: MapLooks, change: Partial<MapLooks>) {
  const { closed, rounds } = { ...looks, ...change };
  return { mapa: [...(closed ? ['cerradas'] : []), ...(rounds ? ['recorridas'] : [])].join() || null };
}

const Missing = () => (
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

/** What the list or the map points at, by the pointer or the focus, and the list's row of what the map points at. */
function usePointed(area: React.RefObject<HTMLElement>): [Pointed | null, (pointed: Pointed | null) => void] {
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const rowKey = useRef('');
  useEffect(() => {
    const root = area.current;
    if (!root) return;
    const onEnter = (event: Event) => {
      const target = event.target as Element;
      // The map says itself what it points at.
      if (target.closest('[data-map-ready]')) return;
      const next = target.closest<HTMLElement>('[data-map-row]')?.dataset.mapRow ?? '';
      if (next === rowKey.current) return;
      rowKey.current = next;
      setPointed(readRow(next));
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
      rowKey.current = '';
      setPointed(on);
      if (!on || 'technician' in on) return;
      const key = 'visit' in on ? `visit-${on.visit}` : `order-${on.order}`;
      const row = area.current?.querySelector(`[data-map-row="${key}"]`);
      row?.setAttribute('data-pointed', '');
      row?.scrollIntoView({ block: 'nearest' });
    },
    [area],
  );
  return [pointed, point];
}

/** A row of the list as it names itself; the row of what no technician has points at nothing. */
function readRow(name: string): Pointed | null {
  const [kind, id] = name.split('-');
  if (!id) return null;
  if (kind === 'visit') return { visit: Number(id) };
  return kind === 'technician' ? { technician: Number(id) } : { order: id };
}
