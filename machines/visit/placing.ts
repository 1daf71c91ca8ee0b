import { fitText } from '../calendar/capacity.ts';
import type { Day } from '../calendar/slots.ts';
import { type RefusalCode, refuse } from '../words/refusals.ts';
import { type Absence, isAbsent } from './absences.ts';
import { dispatcherSteps } from './buttons.ts';
import type { VisitFacts } from './facts.ts';
import { lacksText, type Skill, type SkillMode, type SkillNeed, skillsLacking } from './skills.ts';

/** Where a dispatcher puts visits of one day. */
export type Target = { day: Day; slotId: number; technicianId: number | null };

type Placed = VisitFacts & { id: number; slotId: number; orderType: number; symptomId: number | null };

/** What is known of an operation's people and places. */
export type PlacingRules = {
  mode: SkillMode;
  skills: readonly Skill[];
  needs: readonly SkillNeed[];
  technicians: readonly { id: number; skills: number[] }[];
  absences: readonly Omit<Absence, 'reason'>[];
  /** The places left in a slot of that day; null: any number. */
  left: (slotId: number) => number | null;
  mayOverbook: boolean;
};

/** Why visits cannot be put there; `full`: with a reason, by a user who may; `warning`: they can, and should not. */
export type Objection =
  | { kind: 'refused'; text: string }
  | { kind: 'full'; text: string; mayOverbook: boolean }
  | { kind: 'warning'; text: string }
  | null;

/** The same that the command refuses, for a screen that says it before the visits are dropped (contract §10). */
export function objectionTo(visits: readonly Placed[], target: Target, rules: PlacingRules): Objection {
  const refused = firstRefusal(visits, target) ?? refusedTechnician(visits, target, rules);
  if (refused) return { kind: 'refused', text: refused };
  const entering = visits.filter(({ slotId }) => slotId !== target.slotId).length;
  const left = rules.left(target.slotId);
  if (left !== null && entering > left) {
    const text = left === 0 ? textOf('slot-full') : fitText(left, entering);
    return { kind: 'full', text, mayOverbook: rules.mayOverbook };
  }
  const lacking = rules.mode === 'off' ? [] : lackingFor(visits, target, rules);
  return lacking.length === 0 ? null : { kind: 'warning', text: lacksText(lacking) };
}

const textOf = (code: RefusalCode): string => refuse(code).text;

/** The first visit whose state does not allow it. */
function firstRefusal(visits: readonly Placed[], target: Target): string | null {
  for (const visit of visits) {
    const { assign, changeSlot } = dispatcherSteps(visit);
    const code =
      (visit.technicianId !== target.technicianId ? assign : null) ??
      (visit.slotId !== target.slotId ? changeSlot : null);
    if (code) return textOf(code);
  }
  return null;
}

function refusedTechnician(visits: readonly Placed[], target: Target, rules: PlacingRules): string | null {
  const { technicianId, day, slotId } = target;
  const stays = visits.every((visit) => visit.technicianId === technicianId && visit.slotId === slotId);
  if (technicianId === null || stays) return null;
  if (isAbsent(rules.absences, technicianId, day, slotId)) return textOf('technician-absent');
  if (rules.mode !== 'refuse') return null;
  const lacking = lackingFor(visits, target, rules);
  return lacking.length === 0 ? null : lacksText(lacking);
}

function lackingFor(visits: readonly Placed[], { technicianId }: Target, rules: PlacingRules): string[] {
  if (technicianId === null) return [];
  const has = rules.technicians.find(({ id }) => id === technicianId)?.skills ?? [];
  return [...new Set(visits.flatMap((visit) => skillsLacking(visit, has, rules)))];
}
