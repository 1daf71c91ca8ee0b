import type { Skill } from '../../../machines/visit/skills.ts';
import type { Frame } from '../../record/transact.ts';

/** An operation's skills as a command reads them, by name. */
export type OperationSkills = {
  skills: Skill[];
  needs: { skillId: number; orderType: string | null; symptom: string | null }[];
  /** Who has skills. */
  technicians: { id: number; name: string; skillIds: number[] }[];
};

export async function readOperationSkills({ tx }: Frame, operation: string): Promise<OperationSkills> {
  const [row] = await tx<OperationSkills[]>`
    select
      (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by s.name), '[]')
        from skills s where s.operation = ${operation}) as skills,
      (select coalesce(json_agg(json_build_object('skillId', n.skill_id, 'orderType', t.text, 'symptom', y.text)
          order by n.id), '[]')
        from skill_needs n join skills s on s.id = n.skill_id left join order_types t on t.value = n.order_type
        left join symptoms y on y.id = n.symptom_id where s.operation = ${operation}) as needs,
      (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'skillIds', p.skill_ids) order by p.name, p.id), '[]')
        from (select t.id, t.name, array_agg(k.skill_id) as skill_ids from technician_skills k
          join skills s on s.id = k.skill_id and s.operation = ${operation}
          join technicians t on t.id = k.technician_id group by t.id, t.name) p) as technicians`;
  return row!;
}

/** What the history keeps: names, each list in its order. */
export function skillFacts({ skills, needs, technicians }: OperationSkills) {
  const nameOf = new Map(skills.map(({ id, name }) => [id, name]));
  return {
    skills: skills.map(({ name }) => name),
    needs: needs.map(({ skillId, orderType, symptom }) => ({
      skill: nameOf.get(skillId)!,
      orderType,
      symptom,
    })),
    technicians: technicians.map(({ id, name, skillIds }) => ({
      id,
      name,
      skills: skillIds.map((skill) => nameOf.get(skill)!).sort((a, b) => a.localeCompare(b, 'es')),
    })),
  };
}
