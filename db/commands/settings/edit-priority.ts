import { and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { operationsOf } from '../../../machines/access/permissions.ts';
import { isRefusal, refuse } from '../../../machines/words/refusals.ts';
import { anyOf, typed } from '../../connection/typed.ts';
import { command, type Frame } from '../../record/transact.ts';
import { priorities, symptoms } from '../../schema/index.ts';
import { editPriorityInput } from './edit-priority-input.ts';

type Input = z.output<typeof editPriorityInput>;

/** A symptom's urgency in an operation (S2 §2 'Priority editor', §5), applied at once to every ranked list. */
export const editPriority = command({
  name: 'editPriority',
  input: editPriorityInput,
  permission: 'can_edit_priorities',
  async run(frame, input) {
    const current = await lockPriority(frame, input);
    if (isRefusal(current)) return current;
    if (input.version != null && input.version !== current.version)
      return refuse('priority-changed', { setting: { kind: 'priority', id: current.id } });
    const { priority } = input;
    const answer = {
      id: current.id,
      priority,
      version: current.version + Number(priority !== current.priority),
    };
    if (priority === current.priority) return answer;
    await typed(frame.tx)
      .update(priorities)
      .set({ priority, version: sql`${priorities.version} + 1` })
      .where(eq(priorities.id, current.id));
    frame.record({
      operation: current.operation,
      name: 'priorities.changed',
      data: {
        priorityId: current.id,
        symptomId: current.symptomId,
        name: current.symptom,
        from: { priority: current.priority },
        to: { priority },
      },
    });
    return answer;
  },
});

async function lockPriority({ tx, actor }: Frame, input: Input) {
  const reach = operationsOf(actor);
  if (input.id === null) {
    if (!reach.includes(input.subsidiary_id!)) return refuse('operation-not-assigned');
    await tx`
      insert into priorities (operation, symptom_id)
      select ${input.subsidiary_id}, id from symptoms where id = ${input.symptom_id} on conflict do nothing`;
  }
  const chosen =
    input.id === null
      ? and(eq(priorities.operation, input.subsidiary_id!), eq(priorities.symptomId, input.symptom_id!))
      : eq(priorities.id, input.id);
  const [row] = await typed(tx)
    .select({
      id: priorities.id,
      operation: priorities.operation,
      symptomId: priorities.symptomId,
      symptom: symptoms.text,
      priority: priorities.priority,
      version: priorities.version,
    })
    .from(priorities)
    .innerJoin(symptoms, eq(symptoms.id, priorities.symptomId))
    .where(and(anyOf(priorities.operation, reach), isNull(symptoms.mergedInto), chosen))
    .for('update', { of: priorities });
  return row ?? refuse('priority-unknown');
}
