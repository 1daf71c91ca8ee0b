import { type RefObject, Suspense, useEffect } from 'react';
import type { Slot } from '../../../db/reads/settings/operation.ts';
import type { WeekState } from '../../data/week-view.ts';
import { useSettled } from '../../ui/hooks/use-settled.ts';
import { lazyPart } from '../../ui/parts/lazy-part.ts';
import { useAddress } from '../use-address.ts';
import type { Names } from '../week/chip-text.ts';
import type { BoardMode } from '../week/visit-chip.tsx';
import { findVisit } from './find-visit.ts';
import { useCard } from './use-card.ts';

const load = () => import('./visit-card.tsx');
const VisitCard = lazyPart(load);

type Props = {
  /** Where the chips are. */
  area: RefObject<HTMLElement>;
  week: WeekState;
  slots: Slot[];
  names: Names;
  mode: BoardMode;
  /** On the board of a day. */
  day?: boolean;
  /** The visits that are chosen on it. */
  chosen?: ReadonlySet<number>;
};

const none: ReadonlySet<number> = new Set();

/** The card of the visit that the pointer rests on, that the keyboard came to, or that was tapped: one for a whole board (ux.md U47). */
export function VisitCards({ area, week, slots, names, mode, day, chosen = none }: Props) {
  const { set } = useAddress();
  const open = (visitId: number) => set({ ver: String(visitId), orden: null, cliente: null }, { step: true });
  const card = useCard(area, open, chosen);
  const { shown, close } = card;
  const visit = shown === null ? null : findVisit(week, shown.visitId);
  const lost = shown !== null && visit === null;
  useEffect(() => {
    if (lost) close();
  }, [lost, close]);
  // There before it is first wanted.
  const settled = useSettled();
  useEffect(() => {
    if (settled) void load().catch(() => {});
  }, [settled]);
  if (!shown || !visit) return null;
  const slot = slots.find(({ id }) => id === visit.slotId);
  return (
    <Suspense fallback={null}>
      <VisitCard
        key={visit.id}
        card={card}
        shown={shown}
        visit={visit}
        slot={slot}
        names={names}
        mode={mode}
        chosen={chosen}
        {...(day ? { day } : {})}
      />
    </Suspense>
  );
}
