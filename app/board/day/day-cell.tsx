import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { memo, useEffect, useRef } from 'react';
import type { CalendarVisit } from '../../../db/reads/visits/calendar-row.ts';
import { isOpen } from '../../../machines/visit/facts.ts';
import { boardWords } from '../../words/board/board-words.ts';
import { dayWords as words } from '../../words/board/day-words.ts';
import type { Names } from '../week/chip-text.ts';
import styles from './day.module.css';
import { RoundCards } from './round-cards.tsx';
import type { Hover } from './use-drops.ts';

type Props = {
  technicianId: number | null;
  slotId: number;
  visits: readonly CalendarVisit[];
  absent: boolean;
  /** As many visits as have room. */
  lines: number;
  /** Its row, which opens; null: it scrolls instead. */
  row: string | null;
  openRow: (key: string) => void;
  /** How much of the slot has passed, in per cent; null: it is not now. */
  now: number | null;
  selected: ReadonlySet<number>;
  zones: ReadonlyMap<number, string>;
  names: Names;
  hover: Hover;
};

/** The round of a technician in a slot. What is dragged over it shows where it would go, or why not, without drawing anything anew. */
export const DayCell = memo(function DayCell(props: Props) {
  const { technicianId, slotId, visits, absent, lines, row, openRow, now, selected, zones, names, hover } =
    props;
  const cell = useRef<HTMLTableCellElement>(null);
  useEffect(() => {
    const element = cell.current;
    if (!element) return;
    return dropTargetForElements({
      element,
      getData: ({ input }) => ({ technicianId, slotId, position: positionAt(element, input.clientY) }),
      onDrag: ({ source, self }) => hover.show(element, source.data, self.data),
      onDragLeave: () => hover.hide(element),
      onDrop: () => hover.hide(element),
    });
  }, [technicianId, slotId, hover]);
  const first = visits.findIndex((visit) => isOpen(visit));
  const isCut = row !== null && visits.length > lines;
  useEffect(() => {
    // In the order of the round what is done comes first: where it does not all fit, what is still to do is in view.
    const cards = cell.current?.querySelector('ul');
    if (!cards) return;
    const topOf = (at: number) => (cards.children[at] as HTMLElement).offsetTop;
    cards.scrollTop = isCut && first > 0 ? topOf(first) - topOf(0) : 0;
  }, [isCut, first]);
  return (
    <td
      ref={cell}
      className={styles.cell}
      data-timestripe-id={slotId}
      data-absent={absent || undefined}
      data-now={now === null ? undefined : true}
      style={now === null ? undefined : ({ '--now': `${now}%` } as object)}
    >
      {absent && visits.length === 0 && <span className={styles.off}>{words.absentHere}</span>}
      <RoundCards visits={visits} selected={selected} zones={zones} names={names} />
      {isCut && row !== null && (
        <button
          type="button"
          className={styles.more}
          tabIndex={-1}
          aria-hidden
          title={boardWords.moreVisits(visits.length - lines)}
          onClick={() => openRow(row)}
        >
          +{visits.length - lines}
        </button>
      )}
    </td>
  );
}, sameCell);

/** The place in the round where a pointer at that height puts a visit, from 1. */
function positionAt(cell: HTMLElement, y: number): number {
  const cards = [...cell.querySelectorAll<HTMLElement>('[data-visit-id]')];
  const after = cards.findIndex((card) => {
    const { top, height } = card.getBoundingClientRect();
    return y < top + height / 2;
  });
  return (after < 0 ? cards.length : after) + 1;
}

function sameCell(a: Props, b: Props): boolean {
  return (
    a.technicianId === b.technicianId &&
    a.slotId === b.slotId &&
    a.absent === b.absent &&
    a.lines === b.lines &&
    a.row === b.row &&
    a.openRow === b.openRow &&
    a.now === b.now &&
    a.zones === b.zones &&
    a.names === b.names &&
    a.hover === b.hover &&
    a.visits.length === b.visits.length &&
    a.visits.every((visit, at) => visit === b.visits[at]) &&
    (a.selected === b.selected || a.visits.every(({ id }) => a.selected.has(id) === b.selected.has(id)))
  );
}
