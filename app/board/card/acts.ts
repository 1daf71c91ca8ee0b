import { IconArrowsMove, IconCalendarTime, IconUserEdit, type TablerIcon } from '@tabler/icons-react';
import {
  type Ability,
  type Actor,
  type Permission,
  refusedBy,
} from '../../../machines/access/permissions.ts';
import { dispatcherSteps } from '../../../machines/visit/buttons.ts';
import { isOpen, type VisitFacts } from '../../../machines/visit/facts.ts';
import { type RefusalCode, refuse } from '../../../machines/words/refusals.ts';
import { dayWords } from '../../words/board/day-words.ts';
import { visitCardWords as words } from '../../words/board/visit-card-words.ts';

/** What a card leads to; `mover`: the day board's dialog, which has technician, slot and place. */
export type Act = { step: 'tecnico' | 'reprogramar' | 'mover'; label: string; Icon: TablerIcon };

/** What this user may do about a visit from its card now, on the board of a week or of a day, and why not what is missing (ux.md U13). */
export function actsOn(
  visit: VisitFacts,
  viewer: Pick<Actor, 'permissions'>,
  day = false,
): { acts: Act[]; reasons: string[] } {
  if (!isOpen(visit)) return { acts: [], reasons: [] };
  const steps = dispatcherSteps(visit);
  const label = visit.technicianId === null ? words.assign : words.reassign;
  const candidates: (Act & { right: Permission | Ability; refusal: RefusalCode | null })[] = [
    day
      ? {
          ...{ step: 'mover' as const, label: dayWords.move, Icon: IconArrowsMove },
          ...{ right: 'can_assign_visit' as const, refusal: steps.assign && steps.changeSlot },
        }
      : { step: 'tecnico', label, Icon: IconUserEdit, right: 'can_assign_visit', refusal: steps.assign },
    {
      step: 'reprogramar',
      label: words.move,
      Icon: IconCalendarTime,
      right: 'reschedule',
      refusal: steps.reschedule,
    },
  ];
  const mine = candidates.filter(({ right }) => refusedBy(viewer, right) === null);
  const reasons = mine.flatMap(({ refusal }) => (refusal === null ? [] : refuse(refusal).text));
  return { acts: mine.filter(({ refusal }) => refusal === null), reasons: [...new Set(reasons)] };
}
