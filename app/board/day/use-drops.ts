import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect, useMemo, useRef } from 'react';
import type { Objection } from '../../../machines/visit/placing.ts';

export type Drop = { technicianId: number | null; slotId: number; position: number };
type Data = Record<string | symbol, unknown>;

type Options = {
  /** Why what is dragged cannot be put there; null: it can. */
  objection: (data: Data, to: Drop) => Objection;
  drop: (data: Data, to: Drop) => void;
};

export type Hover = {
  show(cell: HTMLElement, source: Data, target: Data): void;
  hide(cell: HTMLElement): void;
};

const dropOf = ({ technicianId, slotId, position }: Data): Drop => ({
  technicianId: technicianId as number | null,
  slotId: slotId as number,
  position: position as number,
});

/** What happens while cards are dragged over the board: written into the cells themselves, so that nothing is drawn anew. */
export function useDrops({ objection, drop }: Options): Hover {
  const now = useRef({ objection, drop });
  now.current = { objection, drop };
  useEffect(
    () =>
      monitorForElements({
        onDrop: ({ source, location }) => {
          const target = location.current.dropTargets[0]?.data;
          if (target && 'slotId' in target) now.current.drop(source.data, dropOf(target));
        },
      }),
    [],
  );
  return useMemo(() => {
    const clear = (cell: HTMLElement) => {
      for (const name of ['drop', 'why'] as const) delete cell.dataset[name];
      for (const card of cell.querySelectorAll<HTMLElement>('[data-insert]')) delete card.dataset.insert;
    };
    return {
      show: (cell, source, target) => {
        const to = dropOf(target);
        const sign = `${to.position}`;
        // A pointer that moves within the same place changes nothing.
        if (cell.dataset.drop && cell.dataset.at === sign) return;
        clear(cell);
        const why = now.current.objection(source, to);
        cell.dataset.drop = why === null ? 'yes' : why.kind;
        cell.dataset.at = sign;
        if (why) cell.dataset.why = why.text;
        const cards = [...cell.querySelectorAll<HTMLElement>('[data-visit-id]')];
        const [before, last] = [cards[to.position - 1], cards.at(-1)];
        if (before) before.dataset.insert = 'before';
        else if (last) last.dataset.insert = 'after';
      },
      hide: clear,
    };
  }, []);
}
