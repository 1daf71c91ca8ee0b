import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { operationsOf } from '../../../machines/access/permissions.ts';
import type { ConversationSettings } from '../../../machines/customer/conversation.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { typed } from '../../connection/typed.ts';
import { command, type Frame } from '../../record/transact.ts';
import { conversations } from '../../schema/index.ts';
import { editConversationInput } from './edit-conversation-input.ts';

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
    await typed(frame.tx)
      .update(conversations)
      .set({ ...to, version: sql`${conversations.version} + 1` })
      .where(eq(conversations.operation, operation));
    frame.record({ operation, name: 'conversation.changed', data: { from, to } });
    return { subsidiary_id: operation, version: version + 1 };
  },
});

async function lockConversation({ tx }: Frame, operation: string) {
  await typed(tx).insert(conversations).values({ operation }).onConflictDoNothing();
  const [row] = await typed(tx)
    .select({
      reminder: conversations.reminder,
      replies: conversations.replies,
      question: conversations.question,
      noticeHours: conversations.noticeHours,
      changes: conversations.changes,
      late: conversations.late,
      arrival: conversations.arrival,
      version: conversations.version,
    })
    .from(conversations)
    .where(eq(conversations.operation, operation))
    .for('update');
  return row!;
}

const merge = (
  before: ConversationSettings,
  input: z.output<typeof editConversationInput>,
): ConversationSettings => ({
  reminder: input.reminder ?? before.reminder,
  replies: input.replies ?? before.replies,
  question: input.question ?? before.question,
  noticeHours: input.notice_hours ?? before.noticeHours,
  changes: input.changes ?? before.changes,
  late: input.late ?? before.late,
  arrival: input.arrival ?? before.arrival,
});
