import { type Skill, type SkillMode, type SkillNeed, skillsLacking } from '../../machines/visit/skills.ts';
import { createWords } from '../words/visit/creation-words.ts';

/** No technician, as a choice of its own. */
export const noTechnician = 'none';

type Technician = {
  id: number;
  name: string;
  assignedVisits: number | null;
  absent?: boolean;
  skills?: number[];
};

/** A visit, as far as it decides what its technician has to know. */
export type Work = { orderType: number; symptomId: number | null };

type Asked = {
  /** How no technician is called here. */
  none: string;
  /** The visits that one of them is to have. */
  works: readonly Work[];
  /** What the operation's visits need; null: not known yet. */
  skills: { mode: SkillMode; skills: Skill[]; needs: SkillNeed[] } | null;
};

/**
 * Technicians as a list offers them (S2 §2): none first, then each with the visits that they have in the slot. Who does
 * not work then is off; who lacks a skill is named so, and off where the operation refuses that.
 */
export const technicianOptions = (
  technicians: readonly Technician[],
  { none, works, skills }: Asked,
): { value: string; label: string; disabled?: boolean }[] => [
  { value: noTechnician, label: none },
  ...technicians.map(({ id, name, assignedVisits, absent = false, skills: has = [] }) => {
    const lacking =
      skills === null || skills.mode === 'off' || assignedVisits === null
        ? []
        : [...new Set(works.flatMap((work) => skillsLacking(work, has, skills)))];
    return {
      value: String(id),
      label: [
        assignedVisits === null ? name : `${name} ${createWords.assigned(assignedVisits)}`,
        absent && createWords.absent,
        lacking.length > 0 && createWords.lacking(lacking.join(', ')),
      ]
        .filter(Boolean)
        .join(' · '),
      disabled: absent || (lacking.length > 0 && skills?.mode === 'refuse'),
    };
  }),
];
