import type { FeatureCollection, LineString, Point } from 'geojson';
import type { CalendarVisit } from '../../../db/reads/visits/calendar-row.ts';
import type { DayMap, MapOrder, Placed } from '../../../db/reads/visits/map.ts';
import { holdsPlace } from '../../../machines/calendar/capacity.ts';
import { isOpen } from '../../../machines/visit/facts.ts';
import { toneOf } from '../../../machines/visit/labels.ts';
import type { DayRow } from '../day/day-rows.ts';
import { colourAt, type Mark, markName, orderColour } from './map-shapes.ts';

export type MapVisit = { visit: CalendarVisit; mark: Omit<Mark, 'selected'>; place: Placed | null };

/** A technician's day, in the order in which it will be done. */
export type MapGroup = {
  key: string;
  technician: DayRow['technician'];
  zone: DayRow['zone'];
  colour: string;
  visits: MapVisit[];
};

/** Places by the number of their order. Those of one node's centre stand around it, so that each can be pressed. */
export function placesOf({ places, orders }: Pick<DayMap, 'places' | 'orders'>): Map<string, Placed> {
  const all = new Map<string, Placed>();
  for (const [number, lat, lon, approximate] of places)
    all.set(number, { lat, lon, approximate: approximate === 1 });
  for (const { number, place } of orders) if (place) all.set(number, place);
  const at = new Map<string, number>();
  for (const [number, place] of [...all].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const key = `${place.lat} ${place.lon}`;
    const earlier = at.get(key) ?? 0;
    at.set(key, earlier + 1);
    if (earlier > 0) all.set(number, { ...place, ...fanned(place, earlier) });
  }
  return all;
}

/** The n-th of several at one place, in a spiral of some 15 metres a turn. */
function fanned({ lat, lon }: Placed, n: number): Pick<Placed, 'lat' | 'lon'> {
  const [turn, metres] = [n * 2.4, 15 * Math.sqrt(n)];
  const degrees = metres / 111_195;
  return {
    lat: lat + Math.sin(turn) * degrees,
    lon: lon + (Math.cos(turn) * degrees) / Math.cos((lat * Math.PI) / 180),
  };
}

/** @param crew whose places decide the colours: a technician keeps theirs, whatever is shown */
export function groupsOf(
  rows: readonly DayRow[],
  slots: readonly { id: number }[],
  places: ReadonlyMap<string, Placed>,
  crew: readonly { id: number }[],
): MapGroup[] {
  const placeIn = new Map(crew.map(({ id }, index) => [id, index]));
  return rows.flatMap(({ key, technician, zone, cells }) => {
    const colour = colourAt(technician && (placeIn.get(technician.id) ?? crew.length));
    const ordered = slots.flatMap(({ id }) => cells.get(id) ?? []);
    let number = 0;
    const visits = ordered.map((visit): MapVisit => {
      const place = places.get(visit.orderNumber) ?? null;
      const inRound = technician !== null && holdsPlace(visit);
      return {
        visit,
        place,
        mark: {
          ...{ kind: toneOf(visit), colour },
          number: inRound ? ++number : null,
          approximate: place?.approximate ?? false,
        },
      };
    });
    return visits.length === 0 ? [] : [{ key, technician, zone, colour, visits }];
  });
}

/** The groups without what is over, whose visits keep their numbers in the round. */
export const openOf = (groups: readonly MapGroup[]): MapGroup[] =>
  groups.flatMap((group) => {
    const visits = group.visits.filter(({ visit }) => isOpen(visit));
    return visits.length === 0 ? [] : [{ ...group, visits }];
  });

/** A visit by its id, an order by its number, a technician's whole day by theirs. */
export type Pointed = { visit: number } | { order: string } | { technician: number };

export type PointProperties = { visit?: number; order?: string; icon: string; late: 0 | 1 };
export type Points = FeatureCollection<Point, PointProperties>;

/** Apart, so that many orders do not hide the day's visits in their clusters. */
export type Shown = { visits: Points; orders: Points };

/** What the map draws: the visits that have a place, and the orders that wait. */
export function pointsOf(
  groups: readonly MapGroup[],
  orders: readonly MapOrder[],
  places: ReadonlyMap<string, Placed>,
  selected: ReadonlySet<number>,
): Shown {
  const at = ({ lon, lat }: Placed, properties: PointProperties): Points['features'][number] => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [lon, lat] },
    properties,
  });
  const visits = groups.flatMap(({ visits }) =>
    visits.flatMap(({ visit: { id }, mark, place }) =>
      place
        ? at(place, {
            visit: id,
            icon: markName({ ...mark, selected: selected.has(id) }),
            late: mark.kind === 'delayed' ? 1 : 0,
          })
        : [],
    ),
  );
  const waiting = orders.flatMap((order) => {
    const place = places.get(order.number);
    return place ? at(place, { order: order.number, icon: markName(orderMark(place)), late: 0 }) : [];
  });
  return {
    visits: { type: 'FeatureCollection', features: visits },
    orders: { type: 'FeatureCollection', features: waiting },
  };
}

export const orderMark = (place: Placed | null): Mark => ({
  ...{ kind: 'order', colour: orderColour, number: null, selected: false },
  approximate: place?.approximate ?? false,
});

/**
 * A technician's day as a line through their visits, in order: of whom the visit or the row is pointed at, or of all by
 * choice, the others then faint.
 */
export function roundsOf(
  groups: readonly MapGroup[],
  pointed: Pointed | null,
  all: boolean,
): FeatureCollection<LineString, { colour: string; opacity: number }> {
  const meant = groups.find((group) => isOf(group, pointed))?.key;
  return {
    type: 'FeatureCollection',
    features: groups.flatMap(({ key, technician, colour, visits }) => {
      if (!all && key !== meant) return [];
      const coordinates = visits.flatMap(({ mark, place }) =>
        mark.number !== null && place ? [[place.lon, place.lat]] : [],
      );
      const opacity = meant === undefined ? 0.4 : meant === key ? 1 : 0.1;
      return technician && coordinates.length > 1
        ? [
            {
              type: 'Feature',
              geometry: { type: 'LineString', coordinates },
              properties: { colour, opacity },
            },
          ]
        : [];
    }),
  };
}

function isOf({ technician, visits }: MapGroup, pointed: Pointed | null): boolean {
  if (pointed === null || 'order' in pointed) return false;
  if ('technician' in pointed) return technician?.id === pointed.technician;
  return visits.some(({ visit }) => visit.id === pointed.visit);
}

/** West, south, east and north of what is shown; null: nothing has a place. */
export function boxOf(
  points: readonly (readonly [number, number])[],
): [number, number, number, number] | null {
  if (points.length === 0) return null;
  const lons = points.map(([lon]) => lon);
  const lats = points.map(([, lat]) => lat);
  return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)];
}
