import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { operationsOf } from '../../../machines/access/permissions.ts';
import { isRefusal, type Refusal, refuse } from '../../../machines/words/refusals.ts';
import { typed } from '../../connection/typed.ts';
import { command, type Frame } from '../../record/transact.ts';
import { skillRules } from '../../schema/index.ts';
import { editSkillsInput } from './edit-skills-input.ts';
import { type OperationSkills, readOperationSkills, skillFacts } from './operation-skills.ts';
import { saveNeeds, saveSkills, saveTechnicianSkills } from './save-skills.ts';

type Input = z.output<typeof editSkillsInput>;

/**
 * Set an operation's skills: the list, what visits need, who has which, and what happens to who lacks one (contract §9
 * 'skills'). All or nothing.
 */
export const editSkills = command({
  name: 'editSkills',
  input: editSkillsInput,
  permission: 'can_edit_crew',
  async run(frame, input) {
    const operation = input.subsidiary;
    if (!operationsOf(frame.actor).includes(operation))
      return refuse('operation-not-assigned', {
        fields: { subsidiary: refuse('operation-not-assigned').text },
      });
    const rule = await lockRule(frame, operation);
    if (input.version != null && input.version !== rule.version)
      return refuse('skills-changed', { setting: { kind: 'skills', id: Number(operation) } });
    const before = await readOperationSkills(frame, operation);
    const refusal = await save(frame, operation, before, input);
    if (refusal) return refusal;
    const after = await readOperationSkills(frame, operation);
    const mode = input.mode ?? rule.mode;
    const [from, to] = differing({ mode: rule.mode, ...skillFacts(before) }, { mode, ...skillFacts(after) });
    const changed = Object.keys(to).length > 0;
    if (changed) {
      await typed(frame.tx)
        .update(skillRules)
        .set({ mode, version: sql`${skillRules.version} + 1` })
        .where(eq(skillRules.operation, operation));
      frame.record({ operation, name: 'skills.changed', data: { from, to } });
    }
    return { subsidiary_id: operation, version: rule.version + Number(changed), skills: after.skills };
  },
});

/** The row serialises the changes of an operation's skills. */
async function lockRule({ tx }: Frame, operation: string) {
  await typed(tx).insert(skillRules).values({ operation }).onConflictDoNothing();
  const [row] = await typed(tx)
    .select({ mode: skillRules.mode, version: skillRules.version })
    .from(skillRules)
    .where(eq(skillRules.operation, operation))
    .for('update');
  return row!;
}

async function save(
  frame: Frame,
  operation: string,
  before: OperationSkills,
  input: Input,
): Promise<Refusal | null> {
  const skills = input.skills
    ? await saveSkills(frame, operation, before.skills, input.skills)
    : before.skills;
  if (isRefusal(skills)) return skills;
  return (
    (input.needs ? await saveNeeds(frame, skills, input.needs) : null) ??
    (input.technicians ? await saveTechnicianSkills(frame, operation, skills, input.technicians) : null)
  );
}

type Facts = { mode: string } & ReturnType<typeof skillFacts>;

/** The parts that differ, before and after; of the technicians, those whose skills differ. */
function differing(before: Facts, after: Facts): [from: Partial<Facts>, to: Partial<Facts>] {
  const from: Partial<Facts> = {};
  const to: Partial<Facts> = {};
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  if (before.mode !== after.mode) [from.mode, to.mode] = [before.mode, after.mode];
  if (!same(before.skills, after.skills)) [from.skills, to.skills] = [before.skills, after.skills];
  if (!same(before.needs, after.needs)) [from.needs, to.needs] = [before.needs, after.needs];
  const skillsOf = (facts: Facts, id: number) => facts.technicians.find((has) => has.id === id)?.skills ?? [];
  const people = new Map([...before.technicians, ...after.technicians].map(({ id, name }) => [id, name]));
  const changed = [...people].filter(([id]) => !same(skillsOf(before, id), skillsOf(after, id)));
  if (changed.length === 0) return [from, to];
  const only = (facts: Facts) => changed.map(([id, name]) => ({ id, name, skills: skillsOf(facts, id) }));
  [from.technicians, to.technicians] = [only(before), only(after)];
  return [from, to];
}
