import { useMemo, useRef } from 'react';
import type { RowOrder } from '../day-params.ts';
import type { DayRow } from '../day-rows.ts';
import { inOrder, ranksByLoad } from './row-order.ts';

type Options = {
  order: RowOrder;
  favourites: ReadonlySet<number>;
  /** Changes where the loads are others from the ground up. */
  key: string;
};

/**
 * The rows in the order that is chosen. The loads are looked at when it is chosen, and for another day: a row that a move
 * has filled stays where the user's hand is.
 */
export function useRowOrder(rows: readonly DayRow[], { order, favourites, key }: Options): readonly DayRow[] {
  const decided = useRef<{ key: string; ranks: ReadonlyMap<number, number> } | null>(null);
  return useMemo(() => {
    if (order === null) return inOrder(rows, favourites, null);
    const now = `${key} ${order}`;
    if (decided.current?.key !== now) decided.current = { key: now, ranks: ranksByLoad(rows, order) };
    return inOrder(rows, favourites, decided.current.ranks);
  }, [rows, order, favourites, key]);
}
