import type { z } from 'zod';
import { operationsOf } from '../../../machines/access/permissions.ts';
import { type Refusal, refuse } from '../../../machines/words/refusals.ts';
import { command, type Frame } from '../../record/transact.ts';
import { editPriorityInput } from './edit-priority-input.ts';

type Input = z.output<typeof editPriorityInput>;
type Row = {
  id: number;
  operation: string;
  symptomId: number;
  symptom: string;
  priority: number;
  version: number;
};

/** A symptom's urgency in an operation (S2 §2 'Priority editor', §5), applied at once to every ranked list. */
export const editPriority = command({
  name: 'editPriority',
  input: editPriorityInput,
  permission: 'can_edit_priorities',
  async run(frame, input) {
    const current = await lockPriority(frame, input);
    if (!('id' in current)) return current;
    if (input.version != null && input.version !== current.version)
      return refuse('priority-changed', { setting: { kind: 'priority', id: current.id } });
    const { priority } = input;
    const answer = {
      id: current.id,
      priority,
      version: current.version + Number(priority !== current.priority),
    };
    if (priority === current.priority) return answer;
    await frame.tx`update priorities set priority = ${priority}, version = version + 1 where id = ${current.id}`;
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

async function lockPriority({ tx, actor }: Frame, input: Input): Promise<Row | Refusal> {
  const reach = operationsOf(actor);
  if (input.id === null) {
    if (!reach.includes(input.subsidiary_id!)) return refuse('operation-not-assigned');
    await tx`
      insert into priorities (operation, symptom_id)
      select ${input.subsidiary_id}, id from symptoms where id = ${input.symptom_id} on conflict do nothing`;
  }
  const [row] = await tx<Row[]>`
    select p.id, p.operation, p.symptom_id, y.text as symptom, p.priority, p.version
    from priorities p join symptoms y on y.id = p.symptom_id
    where p.operation = any(${reach}::text[])
      and ${
        input.id === null
          ? tx`p.operation = ${input.subsidiary_id} and p.symptom_id = ${input.symptom_id}`
          : tx`p.id = ${input.id}`
      } for update of p`;
  return row ?? refuse('priority-unknown');
}
