import type { OperationSkills } from '../../../db/reads/people/crew.ts';
import type { SkillMode } from '../../../machines/visit/skills.ts';

/** A skill of the form: its key stays while its name is typed, and is its id once it has one. */
export type EditedSkill = { key: string; id: number | null; name: string };
export type EditedNeed = {
  key: string;
  skill: string | null;
  orderType: string | null;
  symptom: string | null;
};
export type Fields = {
  mode: SkillMode;
  skills: EditedSkill[];
  needs: EditedNeed[];
  /** The keys of their skills, sorted: the same ones are no change. */
  technicians: { id: number; name: string; skills: string[] }[];
};

const textOf = (value: number | null) => (value === null ? null : String(value));

export const fieldsOf = ({ mode, skills, needs, technicians }: OperationSkills): Fields => ({
  mode,
  skills: skills.map(({ id, name }) => ({ key: String(id), id, name })),
  needs: needs.map(({ skillId, orderType, symptomId }) => ({
    key: `${skillId} ${orderType} ${symptomId}`,
    skill: String(skillId),
    orderType: textOf(orderType),
    symptom: textOf(symptomId),
  })),
  technicians: technicians.map(({ id, name, skills }) => ({ id, name, skills: skills.map(String).sort() })),
});

/** Another key than any that is there. */
export const newKey = (list: readonly { key: string }[]): string => {
  for (let n = 1; ; n++) if (list.every(({ key }) => key !== `n${n}`)) return `n${n}`;
};

/** With the skill if they had it not, without it if they had. */
export const toggled = (skills: readonly string[], key: string): string[] =>
  skills.includes(key) ? skills.filter((has) => has !== key) : [...skills, key].sort();

/**
 * What is sent: the parts that were changed, so that the rest stays as others left it; of the technicians, those whose
 * skills were. A skill that does not exist yet is named, one that was taken out is left out.
 */
export function inputOf(
  saved: OperationSkills,
  { fields, changes }: { fields: Fields; changes: Partial<Fields> },
  version: number | null,
) {
  const nameOf = (key: string): number | string | null => {
    const skill = fields.skills.find((each) => each.key === key);
    return skill ? (skill.id ?? skill.name) : null;
  };
  const before = new Map(fieldsOf(saved).technicians.map(({ id, skills }) => [id, skills.join()]));
  return {
    subsidiary: saved.operation,
    ...(changes.mode ? { mode: fields.mode } : {}),
    ...(changes.skills ? { skills: fields.skills.map(({ id, name }) => ({ id, name })) } : {}),
    ...(changes.needs
      ? {
          needs: fields.needs
            .filter(({ skill }) => skill === null || nameOf(skill) !== null)
            .map(({ skill, orderType, symptom }) => ({
              skill: skill === null ? null : nameOf(skill),
              order_type: orderType === null ? null : Number(orderType),
              symptom_id: symptom === null ? null : Number(symptom),
            })),
        }
      : {}),
    ...(changes.technicians
      ? {
          technicians: fields.technicians
            .filter(({ id, skills }) => before.get(id) !== skills.join())
            .map(({ id, skills }) => ({
              tech_id: id,
              skills: skills.map(nameOf).filter((skill) => skill !== null),
            })),
        }
      : {}),
    version,
  };
}
