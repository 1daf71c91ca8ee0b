import { useCallback, useRef } from 'react';
import type { Slot } from '../../../db/reads/settings/operation.ts';
import type { CalendarVisit } from '../../../db/reads/visits/calendar-row.ts';
import { refusedBy } from '../../../machines/access/permissions.ts';
import { haveSeveralSlots, type PlacingRules } from '../../../machines/visit/placing.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import type { WeekView } from '../../data/week-view.ts';
import { useViewer } from '../../routes/signed-in/screen.ts';
import { showRefused } from '../../ui/toasts/toast.ts';
import { dayWords as words } from '../../words/board/day-words.ts';
import { useAddress } from '../use-address.ts';
import type { Names } from '../week/chip-text.ts';
import type { Drop } from './use-drops.ts';
import { type MoveTo, useMoves } from './use-moves.ts';

type Options = {
  view: WeekView;
  day: string;
  visits: readonly CalendarVisit[];
  rules: PlacingRules;
  slots: readonly Slot[];
  names: Names;
};

const nothing = () => {};

/** Moves by a drop or a key, and the dialog that asks where one of them needs an answer first. */
export function useAskedMoves({ view, day, visits, rules, slots, names }: Options) {
  const { set } = useAddress();
  const moveRefusal = refusedBy(useViewer(), 'can_assign_visit');
  const placeText = useCallback(
    ({ technicianId, slotId }: MoveTo) => {
      const slot = slotId === null ? words.ownSlotShort : (slots.find(({ id }) => id === slotId)?.name ?? '');
      if (technicianId === undefined) return slot;
      const technician =
        technicianId === null ? words.toUnassigned : (names.technicians.get(technicianId) ?? '');
      return words.toPlace(technician, slot);
    },
    [names, slots],
  );
  const { move, objection } = useMoves({ view, day, visits, rules, placeText });
  /** Where visits were dropped that still need an answer. */
  const dropped = useRef<MoveTo | null>(null);
  const ask = useCallback(
    (ids: readonly number[], to: MoveTo | null = null) => {
      if (moveRefusal !== null) return showRefused(refuse(moveRefusal).text);
      dropped.current = to;
      set({ mover: ids.join(',') }, { step: true });
    },
    [set, moveRefusal],
  );
  /** Visits of several slots keep theirs wherever they are dropped, unless another one is chosen in the dialog. */
  const targetOf = useCallback(
    (ids: readonly number[], to: Drop): MoveTo =>
      haveSeveralSlots(visits.filter(({ id }) => ids.includes(id)))
        ? { ...to, slotId: null, position: null }
        : to,
    [visits],
  );
  const moveOrAsk = useCallback(
    (ids: readonly number[], cell: Drop, done: () => void = nothing) => {
      if (moveRefusal !== null) return showRefused(refuse(moveRefusal).text);
      const to = targetOf(ids, cell);
      const why = objection(ids, to);
      // The dialog says why, what is near, and takes a reason; or whose hour another slot changes.
      if (why?.kind === 'full' || to.slotId === null) ask(ids, to);
      else if (why?.kind === 'refused') showRefused(words.notMoved(why.text));
      else
        void move(ids, to).then((outcome) => {
          if (outcome === 'done') done();
          if (outcome === 'full') ask(ids, to);
        });
    },
    [objection, ask, move, moveRefusal, targetOf],
  );
  return { mayMove: moveRefusal === null, move, objection, dropped, ask, targetOf, moveOrAsk };
}

export type AskedMoves = ReturnType<typeof useAskedMoves>;
