import {
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconArrowsSort,
  IconSortAscending,
  IconSortDescending,
} from '@tabler/icons-react';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, memo, useEffect, useRef } from 'react';
import type { Slot } from '../../../db/reads/settings/operation.ts';
import type { CalendarVisit } from '../../../db/reads/visits/calendar-row.ts';
import { formatHours, slotLabel } from '../../../machines/calendar/slots.ts';
import { boardWords } from '../../words/board/board-words.ts';
import { dayWords as words } from '../../words/board/day-words.ts';
import { filterWords } from '../../words/board/filter-words.ts';
import { useAddress } from '../use-address.ts';
import { useRovingFocus } from '../use-roving-focus.ts';
import { useTableLinks } from '../use-table-links.ts';
import type { Names } from '../week/chip-text.ts';
import { useLookedAt } from '../week/use-shown.ts';
import styles from './day.module.css';
import { DayCell } from './day-cell.tsx';
import type { RowOrder } from './day-params.ts';
import type { DayRow } from './day-rows.ts';
import { useRowLines } from './rows/use-row-lines.ts';
import { TechnicianHead } from './technician-head.tsx';
import type { Hover } from './use-drops.ts';

type Props = {
  label: string;
  rows: readonly DayRow[];
  slots: readonly Slot[];
  /** The places left in each slot; null: any number. */
  left: (slotId: number) => number | null;
  /** The share of a slot that has passed, in per cent; null: it is not now. */
  nowIn: (slot: Slot) => number | null;
  order: RowOrder;
  /** The visit that is open beside the board. */
  looked: number | null;
  day: string;
  /** Every row shows all of its visits, however high it becomes. */
  whole: boolean;
  selected: ReadonlySet<number>;
  zones: ReadonlyMap<number, string>;
  names: Names;
  hover: Hover;
};

const none: readonly CalendarVisit[] = [];
/** Below the heading of a zone its cards do not say it again. */
const noZones: ReadonlyMap<number, string> = new Map();
/** Pixels of a row before it is measured. */
const rowHeight = 56;

/**
 * Technicians down, slots across: a real table, one stop of the Tab key with the arrows inside. Only the rows in view are
 * drawn, and those that the keyboard stands in.
 */
export const DayTable = memo(function DayTable(props: Props) {
  const { label, rows, slots, left, nowIn, order, looked, day, whole, selected } = props;
  const { zones, names, hover } = props;
  const table = useRef<HTMLTableElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  useRovingFocus(table);
  useTableLinks(table);
  useNowInView(scroller, table);
  useLookedAt(table, looked);
  const { linesOf, open } = useRowLines(scroller, rows, { day, whole });
  const drawn = useDrawnRows(scroller, rows);
  const items = drawn.getVirtualItems();
  const above = (items.find(({ index }) => index > 0)?.start ?? 0) - (items[0]?.size ?? 0);
  const below = drawn.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <div ref={scroller} id="week" tabIndex={-1} className={styles.scroller}>
      <table
        ref={table}
        className={styles.table}
        style={{ '--slots': slots.length } as CSSProperties}
        data-two-lines={hasTwoLines(slots, left) || undefined}
        aria-label={label}
        aria-rowcount={rows.length + 1}
      >
        <SlotHeads slots={slots} left={left} nowIn={nowIn} order={order} whole={whole} />
        <tbody>
          {items.map(({ index, key }) => {
            const row = rows[index]!;
            return (
              <Row
                key={key}
                row={row}
                lines={linesOf(row)}
                openRow={open}
                index={index}
                gap={index > 0 && items[1]?.index === index ? Math.max(0, above) : 0}
                head={row.zone && row.zone !== rows[index - 1]?.zone ? row.zone : null}
                measure={drawn.measureElement}
                zones={row.zone ? noZones : zones}
                slots={slots}
                nowIn={nowIn}
                selected={selected}
                names={names}
                hover={hover}
              />
            );
          })}
          {below > 0 && (
            <tr aria-hidden>
              <td className={styles.space} colSpan={slots.length + 1} style={{ height: below }} />
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
});

/** The rows in view. */
const useDrawnRows = (scroller: React.RefObject<HTMLDivElement>, rows: readonly DayRow[]) =>
  useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]!.key,
    overscan: 4,
    initialRect: { width: 1_000, height: 700 },
    // What has no technician stays in view: it is what is dragged from.
    rangeExtractor: (range) => [...new Set([0, ...defaultRangeExtractor(range)])],
  });

/** Where the day is wider than the screen, it opens at the slot that it is now. */
function useNowInView(scroller: React.RefObject<HTMLElement>, table: React.RefObject<HTMLElement>) {
  useEffect(() => {
    const head = table.current?.querySelector<HTMLElement>('thead th[data-now]');
    const corner = table.current?.querySelector<HTMLElement>('thead th');
    if (!scroller.current || !head || !corner) return;
    const isSeen = head.offsetLeft + head.offsetWidth <= scroller.current.clientWidth;
    if (!isSeen) scroller.current.scrollLeft = head.offsetLeft - corner.offsetWidth;
  }, [scroller, table]);
}

type RowProps = Pick<Props, 'slots' | 'nowIn' | 'selected' | 'zones' | 'names' | 'hover'> & {
  row: DayRow;
  /** As many visits as have room in each of its cells. */
  lines: number;
  openRow: (key: string) => void;
  index: number;
  gap: number;
  head: { name: string } | null;
  measure: (row: Element | null) => void;
};

/** A row with what stands over it: the room of the rows that are not drawn, and the name of its zone. Drawn again only when it changes. */
const Row = memo(function Row(props: RowProps) {
  const { row, lines, openRow, index, gap, head, measure, slots, nowIn, selected, zones, names, hover } =
    props;
  const { technician, absent, load } = row;
  const first = index === 0 && technician === null && row.zone === undefined;
  return (
    <>
      {gap > 0 && (
        <tr aria-hidden>
          <td className={styles.space} colSpan={slots.length + 1} style={{ height: gap }} />
        </tr>
      )}
      {head && (
        <tr>
          <th scope="rowgroup" colSpan={slots.length + 1} className={styles.group}>
            {head.name ? words.zone(head.name) : words.noZone}
          </th>
        </tr>
      )}
      <tr
        ref={measure}
        data-index={index}
        aria-rowindex={index + 2}
        className={styles.row}
        style={{ '--lines': lines } as CSSProperties}
        data-technician-id={technician?.id ?? ''}
        data-unassigned={technician === null || undefined}
        data-absent={absent || undefined}
        data-sticky={first || undefined}
      >
        <th scope="row" className={styles.who}>
          <TechnicianHead technician={technician} absent={absent} load={load} pins />
        </th>
        {slots.map((slot) => (
          <DayCell
            key={slot.id}
            technicianId={technician?.id ?? null}
            slotId={slot.id}
            visits={row.cells.get(slot.id) ?? none}
            absent={row.absentIn.has(slot.id)}
            lines={lines}
            row={technician === null ? null : row.key}
            openRow={openRow}
            now={nowIn(slot)}
            selected={selected}
            zones={zones}
            names={names}
            hover={hover}
          />
        ))}
      </tr>
    </>
  );
});

const SlotHeads = ({
  slots,
  left,
  nowIn,
  order,
  whole,
}: Pick<Props, 'slots' | 'left' | 'nowIn' | 'order' | 'whole'>) => (
  <thead>
    <tr aria-rowindex={1}>
      <th scope="col" className={styles.corner} aria-sort={sorts[order ?? 'name']}>
        <div className={styles.cornerHead}>
          <span className={styles.cornerText}>{words.technician}</span>
          <WholeButton whole={whole} />
          <OrderButton order={order} />
        </div>
      </th>
      {slots.map((slot) => (
        <SlotHead key={slot.id} slot={slot} left={left(slot.id)} now={nowIn(slot) !== null} />
      ))}
    </tr>
  </thead>
);

const sorts = { name: 'none', menos: 'ascending', mas: 'descending' } as const;
const nextOrder = { name: 'menos', menos: 'mas', mas: null } as const;
const orderIcons = { name: IconArrowsSort, menos: IconSortAscending, mas: IconSortDescending };

/** All visits of every row, or as many as leave room for all technicians. */
function WholeButton({ whole }: { whole: boolean }) {
  const { set } = useAddress();
  const label = whole ? filterWords.lowRows : filterWords.wholeRows;
  const Icon = whole ? IconArrowsMinimize : IconArrowsMaximize;
  return (
    <button
      type="button"
      className={styles.order}
      aria-label={label}
      title={label}
      aria-pressed={whole}
      onClick={() => set({ filas: whole ? null : 'altas' })}
    >
      <Icon size={14} aria-hidden />
    </button>
  );
}

/** By load, the least first, then the most, then by name again. */
function OrderButton({ order }: { order: RowOrder }) {
  const { set } = useAddress();
  const next = nextOrder[order ?? 'name'];
  const Icon = orderIcons[order ?? 'name'];
  const title =
    next === null
      ? filterWords.orders.name
      : next === 'menos'
        ? filterWords.orders.least
        : filterWords.orders.most;
  return (
    <button
      type="button"
      className={styles.order}
      aria-label={`${filterWords.byLoad}: ${title}`}
      title={title}
      onClick={() => set({ ordenar: next })}
    >
      {filterWords.byLoad} <Icon size={14} aria-hidden />
    </button>
  );
}

/** More letters than a narrow column has in a line. */
const longName = 14;

/** Whether a slot has more to say than a short name. */
const hasTwoLines = (slots: readonly Slot[], left: Props['left']) =>
  slots.some(
    (slot) => slotLabel(slot) !== slot.name || slot.name.length > longName || left(slot.id) !== null,
  );

function SlotHead({ slot, left, now }: { slot: Slot; left: number | null; now: boolean }) {
  const hours = slotLabel(slot) === slot.name ? null : formatHours(slot);
  return (
    <th scope="col" data-now={now || undefined} data-full={left === 0 || undefined}>
      <div className={styles.slotHead} title={slotLabel(slot)}>
        <span className={styles.slotName}>{slot.name}</span>
        {(hours || now || left !== null) && (
          <span className={styles.slotFacts}>
            {hours && <span className={styles.slotHours}>{hours}</span>}
            {now && <span className={styles.nowMark}>{boardWords.now}</span>}
            {left !== null && <span className={styles.left}>{words.left(left)}</span>}
          </span>
        )}
      </div>
    </th>
  );
}
