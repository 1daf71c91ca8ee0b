import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Slot, Zone } from '../../db/reads/settings/operation.ts';
import { useLive } from '../data/live.ts';
import { useChanges } from '../data/use-changes.ts';

/** What the wall reads of an operation once. */
export type WallBoard = {
  operation: string;
  name: string;
  /** Of the rest, and older than it. */
  version: number;
  slots: Slot[];
  zones: Zone[];
};

/**
 * An operation's slots and zones, live.
 * @param refresh reads all operations again: too much was missed, or the operation is no longer the user's
 */
export function useWallPart(board: WallBoard, refresh: () => void): Pick<WallBoard, 'slots' | 'zones'> {
  const live = useLive();
  const { operation, version, slots, zones } = board;
  const [part, setPart] = useState({ board, slots, zones });
  useChanges([{ operation, version }], {
    apply: ({ timestripes, zones: changed }) => {
      if (!timestripes && !changed) return;
      setPart((before) => {
        const { slots, zones } = before.board === board ? before : board;
        return { board, slots: timestripes ?? slots, zones: changed ?? zones };
      });
    },
    reload: refresh,
  });
  const left = useSyncExternalStore(
    live.subscribe,
    () => live.hasLeft(operation),
    () => false,
  );
  useEffect(() => {
    if (left) refresh();
  }, [left, refresh]);
  return part.board === board ? part : board;
}
