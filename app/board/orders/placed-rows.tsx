import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useEffect } from 'react';
import type { OrderCard } from '../../../db/reads/orders/pending-orders.ts';
import { type RowPlace, rowHeight } from './row-place.ts';

type Props = {
  list: RefObject<HTMLUListElement>;
  orders: readonly OrderCard[];
  /** The card that Tab stops at. */
  stopAt: number;
  /** Called once they are in the page: a card that was asked for can be found from then on. */
  onDrawn: () => void;
  item: (order: OrderCard, index: number, place: RowPlace) => ReactNode;
};

/** The rows of a long list that are in view. */
export function PlacedRows({ list, orders, stopAt, onDrawn, item }: Props) {
  useEffect(onDrawn, [onDrawn]);
  const rows = useVirtualizer({
    count: orders.length,
    getScrollElement: () => list.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => orders[index]!.number,
    overscan: 12,
    // The card that has the focus, or that Tab stops at, is drawn wherever the list is scrolled to.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), stopAt])].sort((a, b) => a - b),
  });
  return (
    <>
      {rows
        .getVirtualItems()
        .map(({ index, start }) =>
          item(orders[index]!, index, { index, start, of: orders.length, measure: rows.measureElement }),
        )}
      <li aria-hidden style={{ height: rows.getTotalSize() }} />
    </>
  );
}
