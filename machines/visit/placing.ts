import { fitText } from '../calendar/capacity.ts';
import type { Day } from '../calendar/slots.ts';
import { type RefusalCode, refuse } from '../words/refusals.ts';
import { type Absence, isAbsent } from './absences.ts';
import { dispatcherSteps } from './buttons.ts';
import type { VisitFacts } from './facts.ts';
import { lacksText, type Skill, type SkillMode, type SkillNeed, skillsLacking } from './skills.ts';

/**
 * Where a dispatcher puts visits of one day. `slotId` null: each stays in its own; `technicianId` undefined: each with its
 * own, null: with none.
 */
export type Target = { day: Day; slotId: number | null; technicianId: number | null | undefined };

/** Where a target puts this visit. */
export const placeIn = (
  visit: { slotId: number; technicianId: number | null },
  { slotId, technicianId }: Pick<Target, 'slotId' | 'technicianId'>,
): { slotId: number; technicianId: number | null } => ({
  slotId: slotId ?? visit.slotId,
  technicianId: technicianId === undefined ? visit.technicianId : technicianId,
});

/** Whether visits of several slots would get one hour: nothing but a choice of that hour may do so. */
export const haveSeveralSlots = (visits: readonly { slotId: number }[]): boolean =>
  new Set(visits.map(({ slotId }) => slotId)).size > 1;

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
  const moving = visits
    .map((visit) => ({ visit, to: placeIn(visit, target) }))
    .filter(({ visit, to }) => visit.slotId !== to.slotId || visit.technicianId !== to.technicianId);
  const refused = firstRefusal(moving) ?? refusedTechnician(moving, target.day, rules);
  if (refused) return { kind: 'refused', text: refused };
  // All who enter a slot enter the same one.
  const entering = moving.filter(({ visit, to }) => visit.slotId !== to.slotId).length;
  const left = target.slotId === null ? null : rules.left(target.slotId);
  if (left !== null && entering > left) {
    const text = left === 0 ? textOf('slot-full') : fitText(left, entering);
    return { kind: 'full', text, mayOverbook: rules.mayOverbook };
  }
  const lacking = rules.mode === 'off' ? [] : lackingFor(moving, rules);
  return lacking.length === 0 ? null : { kind: 'warning', text: lacksText(lacking) };
}

/** A visit that changes its slot or its technician, and where it is put. */
type Moving = { visit: Placed; to: { slotId: number; technicianId: number | null } };

const textOf = (code: RefusalCode): string => refuse(code).text;

/** The first visit whose state does not allow it. */
function firstRefusal(moving: readonly Moving[]): string | null {
  for (const { visit, to } of moving) {
    const { assign, changeSlot } = dispatcherSteps(visit);
    const code =
      (visit.technicianId !== to.technicianId ? assign : null) ??
      (visit.slotId !== to.slotId ? changeSlot : null);
    if (code) return textOf(code);
  }
  return null;
}

function refusedTechnician(moving: readonly Moving[], day: Day, rules: PlacingRules): string | null {
  const absent = moving.some(
    ({ to }) => to.technicianId !== null && isAbsent(rules.absences, to.technicianId, day, to.slotId),
  );
  if (absent) return textOf('technician-absent');
  if (rules.mode !== 'refuse') return null;
  const lacking = lackingFor(moving, rules);
  return lacking.length === 0 ? null : lacksText(lacking);
}

function lackingFor(moving: readonly Moving[], rules: PlacingRules): string[] {
  const lacking = moving.flatMap(({ visit, to }) => {
    if (to.technicianId === null) return [];
    const has = rules.technicians.find(({ id }) => id === to.technicianId)?.skills ?? [];
    return skillsLacking(visit, has, rules);
  });
  return [...new Set(lacking)];
}
