import { refuse } from '../words/refusals.ts';

/** What an operation does when a visit is given to a technician without a skill that it needs. */
export const skillModes = ['off', 'warn', 'refuse'] as const;
export type SkillMode = (typeof skillModes)[number];
export const defaultSkillMode: SkillMode = 'warn';

export type Skill = { id: number; name: string };

/** A skill that visits need: of an order type, of a symptom, or of both together. */
export type SkillNeed = { skillId: number; orderType: number | null; symptomId: number | null };

type Work = { orderType: number; symptomId: number | null };

/** The skills that a visit needs, each once. */
export const skillsNeeded = (work: Work, needs: readonly SkillNeed[]): number[] => [
  ...new Set(
    needs
      .filter(
        ({ orderType, symptomId }) =>
          (orderType === null || orderType === work.orderType) &&
          (symptomId === null || symptomId === work.symptomId),
      )
      .map(({ skillId }) => skillId),
  ),
];

/** The names of the skills that a visit needs and its technician lacks. */
export function skillsLacking(
  work: Work,
  has: readonly number[],
  { skills, needs }: { skills: readonly Skill[]; needs: readonly SkillNeed[] },
): string[] {
  const lacking = skillsNeeded(work, needs).filter((id) => !has.includes(id));
  return skills.filter(({ id }) => lacking.includes(id)).map(({ name }) => name);
}

/** 'El técnico no tiene la habilidad necesaria: fibra, altura.' */
export const lacksText = (names: readonly string[]): string =>
  `${refuse('skill-missing').text.slice(0, -1)}: ${names.join(', ')}.`;
