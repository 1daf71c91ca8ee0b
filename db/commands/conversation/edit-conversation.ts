import type { z } from 'zod';
import { operationsOf } from '../../../machines/access/permissions.ts';
import type { Conversation } from '../../../machines/customer/conversation.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { command, type Frame } from '../../record/transact.ts';
import { editConversationInput } from './edit-conversation-input.ts';

type Row = Conversation & { version: number };

/** Set what an operation's customers may do by their link, and its limits. Answers `{ subsidiary_id, version }`. */
export const editConversation = command({
  name: 'editConversation',
  input: editConversationInput,
  permission: 'can_edit_conversation',
  async run(frame, input) {
    const operation = input.subsidiary_id;
    if (!operationsOf(frame.actor).includes(operation)) return refuse('operation-not-assigned');
    const { version, ...from } = await lockConversation(frame, operation);
    if (input.version != null && input.version !== version)
      return refuse('conversation-changed', { setting: { kind: 'conversation', id: Number(operation) } });
    const to = merge(from, input);
    if (JSON.stringify(from) === JSON.stringify(to)) return { subsidiary_id: operation, version };
    await frame.tx`
      update conversations set ${frame.tx(to as never)}, version = version + 1 where operation = ${operation}`;
    frame.record({ operation, name: 'conversation.changed', data: { from, to } });
    return { subsidiary_id: operation, version: version + 1 };
  },
});

async function lockConversation({ tx }: Frame, operation: string): Promise<Row> {
  await tx`insert into conversations (operation) values (${operation}) on conflict do nothing`;
  const [row] = await tx<Row[]>`
    select reminder, replies, question, notice_hours, changes, version from conversations
    where operation = ${operation} for update`;
  return row!;
}

const merge = (before: Conversation, input: z.output<typeof editConversationInput>): Conversation => ({
  reminder: input.reminder ?? before.reminder,
  replies: input.replies ?? before.replies,
  question: input.question ?? before.question,
  noticeHours: input.notice_hours ?? before.noticeHours,
  changes: input.changes ?? before.changes,
});
