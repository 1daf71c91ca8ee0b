import { and, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { Skill } from '../../../machines/visit/skills.ts';
import { type Refusal, type RefusalCode, refuse } from '../../../machines/words/refusals.ts';
import { anyOf, typed } from '../../connection/typed.ts';
import type { Frame } from '../../record/transact.ts';
import { orderTypes, skillNeeds, skills as skillTable, symptoms } from '../../schema/index.ts';
import type { editSkillsInput } from './edit-skills-input.ts';

type Input = z.output<typeof editSkillsInput>;

const refuseField = (code: RefusalCode, field: keyof Input) =>
  refuse(code, { fields: { [field]: refuse(code).text } });

const fold = (name: string) => name.toLocaleLowerCase('es');

/** Two skills of one name are one, whatever their case. */
const findByName = (skills: readonly Skill[], name: string) =>
  skills.find((skill) => fold(skill.name) === fold(name));

/** A skill by its id or its name; undefined: the operation does not have it. */
const idOf = (skills: readonly Skill[], skill: number | string): number | undefined =>
  typeof skill === 'string' ? findByName(skills, skill)?.id : skills.find(({ id }) => id === skill)?.id;

/** Replaces the list; what is not in it any more goes with its needs and from its technicians. */
export async function saveSkills(
  { tx }: Frame,
  operation: string,
  before: Skill[],
  list: NonNullable<Input['skills']>,
): Promise<Skill[] | Refusal> {
  const taken = new Set(list.flatMap(({ id }) => id ?? []));
  const next = list.map(({ id, name }) => {
    const same = id === null ? findByName(before, name) : undefined;
    return { id: id ?? (same && !taken.has(same.id) ? same.id : null), name };
  });
  if (next.some(({ id }) => id !== null && !before.some((skill) => skill.id === id)))
    return refuseField('skill-unknown', 'skills');
  if (new Set(next.map(({ name }) => fold(name))).size < next.length || hasTwice(next))
    return refuseField('skill-name-taken', 'skills');
  const removed = before.filter(({ id }) => !next.some((skill) => skill.id === id)).map(({ id }) => id);
  if (removed.length > 0) await typed(tx).delete(skillTable).where(anyOf(skillTable.id, removed));
  const renamed = next.filter(({ id, name }) =>
    before.some((skill) => skill.id === id && skill.name !== name),
  );
  const rename = (names: string[]) => tx`
    update skills s set name = n.name
    from unnest(${renamed.map(({ id }) => id!)}::int[], ${names}::text[]) n (id, name) where s.id = n.id`;
  if (renamed.length > 0) {
    // By way of names that none has: two skills may swap theirs.
    await rename(renamed.map(({ id }) => `\u0001${id}`));
    await rename(renamed.map(({ name }) => name));
  }
  const added = next.filter(({ id }) => id === null).map(({ name }) => ({ operation, name }));
  const rows =
    added.length === 0
      ? []
      : await typed(tx)
          .insert(skillTable)
          .values(added)
          .returning({ id: skillTable.id, name: skillTable.name });
  return [...next.flatMap(({ id, name }) => (id === null ? [] : { id, name })), ...rows];
}

const hasTwice = (next: { id: number | null }[]): boolean => {
  const ids = next.flatMap(({ id }) => id ?? []);
  return new Set(ids).size < ids.length;
};

/** Replaces what visits need. @returns the refusal of an unknown skill, order type or symptom */
export async function saveNeeds(
  { tx }: Frame,
  skills: Skill[],
  list: NonNullable<Input['needs']>,
): Promise<Refusal | null> {
  const rows = new Map<string, typeof skillNeeds.$inferInsert>();
  for (const { skill, orderType, symptomId } of list) {
    const skillId = idOf(skills, skill);
    if (skillId === undefined) return refuseField('skill-unknown', 'needs');
    rows.set(`${skillId} ${orderType} ${symptomId}`, { skillId, orderType, symptomId });
  }
  const needs = [...rows.values()];
  const [types, symptomIds] = [
    distinct(needs.map(({ orderType }) => orderType)),
    distinct(needs.map(({ symptomId }) => symptomId)),
  ];
  const foundTypes = await typed(tx)
    .select({ value: orderTypes.value })
    .from(orderTypes)
    .where(and(anyOf(orderTypes.value, types), isNull(orderTypes.mergedInto)));
  const foundSymptoms = await typed(tx)
    .select({ id: symptoms.id })
    .from(symptoms)
    .where(and(anyOf(symptoms.id, symptomIds), isNull(symptoms.mergedInto)));
  if (foundTypes.length < types.length || foundSymptoms.length < symptomIds.length)
    return refuseField('need-unknown', 'needs');
  const before = await typed(tx)
    .select({
      id: skillNeeds.id,
      skillId: skillNeeds.skillId,
      orderType: skillNeeds.orderType,
      symptomId: skillNeeds.symptomId,
    })
    .from(skillNeeds)
    .where(
      anyOf(
        skillNeeds.skillId,
        skills.map(({ id }) => id),
      ),
    );
  // What stays keeps its row: the same list again is no change.
  const keyOf = (need: { skillId: number; orderType?: number | null; symptomId?: number | null }) =>
    `${need.skillId} ${need.orderType} ${need.symptomId}`;
  const gone = before.filter((need) => !rows.has(keyOf(need))).map(({ id }) => id);
  const added = needs.filter((need) => !before.some((row) => keyOf(row) === keyOf(need)));
  if (gone.length > 0) await typed(tx).delete(skillNeeds).where(anyOf(skillNeeds.id, gone));
  if (added.length > 0) await typed(tx).insert(skillNeeds).values(added);
  return null;
}

const distinct = (values: (number | null | undefined)[]): number[] => [
  ...new Set(values.filter((value): value is number => value != null)),
];

/** Gives each of these technicians the skills listed with them, in place of those of this operation that they had. */
export async function saveTechnicianSkills(
  { tx }: Frame,
  operation: string,
  skills: Skill[],
  list: NonNullable<Input['technicians']>,
): Promise<Refusal | null> {
  const has = new Map<number, Set<number>>();
  for (const { tech_id: technicianId, skills: listed } of list) {
    const ids = listed.map((skill) => idOf(skills, skill));
    if (ids.includes(undefined)) return refuseField('skill-unknown', 'technicians');
    has.set(technicianId, new Set(ids as number[]));
  }
  const technicianIds = [...has.keys()];
  const technicianRows = await tx`
    select t.id from technicians t join users u on u.id = t.user_id and u.active and t.active
    join user_operations o on o.user_id = t.user_id and o.operation = ${operation}
    where t.id = any(${technicianIds}::int[])`;
  if (technicianRows.count < technicianIds.length)
    return refuse('technician-of-other-operation', {
      fields: { technicians: refuse('technician-of-other-operation').text },
    });
  const pairs = [...has].flatMap(([technicianId, ids]) =>
    [...ids].map((skillId) => ({ technicianId, skillId })),
  );
  const [ofPair, skillOfPair] = [
    pairs.map(({ technicianId }) => technicianId),
    pairs.map(({ skillId }) => skillId),
  ];
  await tx`
    delete from technician_skills k where k.technician_id = any(${technicianIds}::int[])
      and k.skill_id = any(${skills.map(({ id }) => id)}::int[])
      and not exists (select 1 from unnest(${ofPair}::int[], ${skillOfPair}::int[]) p (technician_id, skill_id)
        where p.technician_id = k.technician_id and p.skill_id = k.skill_id)`;
  await tx`
    insert into technician_skills (technician_id, skill_id)
    select p.technician_id, p.skill_id from unnest(${ofPair}::int[], ${skillOfPair}::int[]) p (technician_id, skill_id)
    on conflict do nothing`;
  return null;
}
