import { IconCalendarTime, IconUserEdit, type TablerIcon } from '@tabler/icons-react';
import {
  type Ability,
  type Actor,
  type Permission,
  refusedBy,
} from '../../../machines/access/permissions.ts';
import { dispatcherSteps } from '../../../machines/visit/buttons.ts';
import { isOpen, type VisitFacts } from '../../../machines/visit/facts.ts';
import { type RefusalCode, refuse } from '../../../machines/words/refusals.ts';
import { visitCardWords as words } from '../../words/visit-card.ts';

type Act = { step: 'tecnico' | 'reprogramar'; label: string; Icon: TablerIcon };

/** What this user may do about a visit from its card now, and why not what is missing (ux.md U13). */
export function actsOn(
  visit: VisitFacts,
  viewer: Pick<Actor, 'permissions'>,
): { acts: Act[]; reasons: string[] } {
  if (!isOpen(visit)) return { acts: [], reasons: [] };
  const steps = dispatcherSteps(visit);
  const label = visit.technicianId === null ? words.assign : words.reassign;
  const asked: (Act & { right: Permission | Ability; refusal: RefusalCode | null })[] = [
    { step: 'tecnico', label, Icon: IconUserEdit, right: 'can_assign_visit', refusal: steps.assign },
    {
      step: 'reprogramar',
      label: words.move,
      Icon: IconCalendarTime,
      right: 'reschedule',
      refusal: steps.reschedule,
    },
  ];
  const mine = asked.filter(({ right }) => refusedBy(viewer, right) === null);
  const reasons = mine.flatMap(({ refusal }) => (refusal === null ? [] : refuse(refusal).text));
  return { acts: mine.filter(({ refusal }) => refusal === null), reasons: [...new Set(reasons)] };
}
