import { Fragment, memo, useContext, useRef } from 'react';
import type { MapOrder, Placed } from '../../../db/reads/visits/map.ts';
import { isOpen } from '../../../machines/visit/facts.ts';
import { dayWords } from '../../words/board/day-words.ts';
import { mapWords as words } from '../../words/board/map-words.ts';
import dayStyles from '../day/day.module.css';
import { DayCard } from '../day/day-card.tsx';
import { countOf } from '../day/day-rows.ts';
import { MayMove } from '../day/may-move.ts';
import { useDrawnSoFar } from '../use-drawn-so-far.ts';
import { useRovingFocus } from '../use-roving-focus.ts';
import { useTableLinks } from '../use-table-links.ts';
import type { Names } from '../week/chip-text.ts';
import { useLookedAt } from '../week/use-shown.ts';
import styles from './map.module.css';
import { MapMark } from './map-mark.tsx';
import { type MapGroup, type MapVisit, orderMark } from './map-points.ts';

type Props = {
  label: string;
  groups: readonly MapGroup[];
  orders: readonly MapOrder[];
  places: ReadonlyMap<string, Placed>;
  leftOut: number;
  /** The visit that is open beside the map. */
  looked: number | null;
  selected: ReadonlySet<number>;
  zones: ReadonlyMap<number, string>;
  names: Names;
  toggle: (visitId: number) => void;
  openOrder: (number: string) => void;
};

/** All that the map shows and what it cannot place, for the keyboard and for a screen reader too: each technician's day in order. */
export const MapList = memo(function MapList(props: Props) {
  const { label, groups, orders, places, leftOut, looked, selected, zones, names, toggle, openOrder } = props;
  const list = useRef<HTMLTableElement>(null);
  const mayMove = useContext(MayMove);
  const visitCount = groups.reduce((sum, { visits }) => sum + visits.length, 0);
  const drawn = useDrawnSoFar(list, visitCount + orders.length, 0);
  let before = 0;
  useTableLinks(list);
  useLookedAt(list, looked);
  useRovingFocus(list);
  return (
    <div id="week" tabIndex={-1} className={styles.list}>
      {mayMove && <p className={`${styles.hint} ${styles.keys}`}>{words.hint}</p>}
      <table ref={list} className={styles.table} aria-label={label}>
        {groups.map((group) => {
          const { key, technician, visits } = group;
          const room = drawn - before;
          before += visits.length;
          if (room <= 0) return null;
          return (
            <tbody key={key} data-technician-id={technician?.id ?? ''}>
              <GroupHead group={group} />
              {visits.slice(0, room).map((row, index) => (
                <VisitRow
                  key={row.visit.id}
                  row={row}
                  index={index}
                  of={visits.length}
                  zones={zones}
                  names={names}
                  toggle={toggle}
                  selected={selected.has(row.visit.id)}
                />
              ))}
            </tbody>
          );
        })}
        {orders.length > 0 && drawn > visitCount && (
          <OrderRows orders={orders} room={drawn - visitCount} places={places} openOrder={openOrder} />
        )}
      </table>
      {leftOut > 0 && <p className={styles.hint}>{words.leftOut(leftOut)}</p>}
    </div>
  );
});

const GroupHead = ({ group: { technician, zone, colour, visits } }: { group: MapGroup }) => (
  <tr data-map-row={`technician-${technician?.id ?? ''}`}>
    <th colSpan={3} scope="rowgroup">
      <span className={styles.swatch} style={{ background: colour }} aria-hidden />
      {technician?.name ?? dayWords.unassigned}
      <span className={styles.soft}>
        {' '}
        {dayWords.visits(
          countOf(
            technician,
            visits.map(({ visit }) => visit),
          ),
        )}
        {zone && ` · ${zone.name || dayWords.noZone}`}
      </span>
    </th>
  </tr>
);

/** The orders that wait for a visit, as far as they are drawn. */
function OrderRows(props: Pick<Props, 'orders' | 'places' | 'openOrder'> & { room: number }) {
  const { orders, places, openOrder, room } = props;
  return (
    <tbody>
      <tr>
        <th colSpan={3} scope="rowgroup">
          {words.pending} <span className={styles.soft}>{orders.length}</span>
        </th>
      </tr>
      {orders.slice(0, room).map((order) => {
        const place = places.get(order.number) ?? null;
        return (
          <tr key={order.number} data-map-row={`order-${order.number}`}>
            <td />
            <td>
              <MapMark mark={orderMark(place)} />
            </td>
            <td>
              <div className={styles.line}>
                <button
                  type="button"
                  className={styles.order}
                  data-stop
                  data-map-order={order.number}
                  tabIndex={-1}
                  aria-label={words.order(`${order.clientName} ${order.address}`, order.number)}
                  onClick={() => openOrder(order.number)}
                >
                  {order.clientName} <span className={styles.soft}>{order.address}</span>
                </button>
                <PlaceNote place={place} />
              </div>
            </td>
          </tr>
        );
      })}
    </tbody>
  );
}

type RowProps = Pick<Props, 'zones' | 'names' | 'toggle'> & {
  row: MapVisit;
  index: number;
  of: number;
  selected: boolean;
};

const VisitRow = memo(function VisitRow({ row, index, of, zones, names, toggle, selected }: RowProps) {
  const { visit, mark, place } = row;
  const movable = useContext(MayMove) && isOpen(visit);
  return (
    <tr data-map-row={`visit-${visit.id}`} data-selected={selected || undefined}>
      <td>
        {movable && (
          <input
            type="checkbox"
            data-stop
            tabIndex={-1}
            className={styles.check}
            aria-label={words.choose(words.visit(visit.id))}
            checked={selected}
            onChange={() => toggle(visit.id)}
          />
        )}
      </td>
      <td>
        <MapMark mark={mark} />
      </td>
      <td>
        <div className={styles.line}>
          <ul className={dayStyles.cards}>
            <DayCard
              visit={visit}
              zone={visit.zoneId === null ? '' : (zones.get(visit.zoneId) ?? '')}
              position={index + 1}
              of={of}
              selected={selected}
              names={names}
            />
          </ul>
          <PlaceNote place={place} />
        </div>
      </td>
    </tr>
  );
});

function PlaceNote({ place }: { place: Placed | null }) {
  if (place && !place.approximate) return null;
  return (
    <Fragment>
      {' '}
      <span className={styles.note} title={place ? words.approximateTitle : undefined}>
        {place ? words.approximate : words.noPlace}
      </span>
    </Fragment>
  );
}
