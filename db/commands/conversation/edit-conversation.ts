import { and, eq, notExists, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { operationsOf } from '../../../machines/access/permissions.ts';
import type { ConversationSettings } from '../../../machines/customer/conversation.ts';
import { numbersOf } from '../../../machines/telephone/read-field.ts';
import { isTelephoneCountry } from '../../../machines/telephone/read-number.ts';
import { isRefusal, type Refusal, refuse } from '../../../machines/words/refusals.ts';
import { typed } from '../../connection/typed.ts';
import { encodeLogo, type Logo, logoOf } from '../../pictures/logo.ts';
import { planOf } from '../../reads/settings/telephone-plan.ts';
import { type Context, command, type Frame } from '../../record/transact.ts';
import { conversations, logos } from '../../schema/index.ts';
import { editConversationInput } from './edit-conversation-input.ts';

/** Set what an operation's customers may do by their link, and its limits. Answers `{ subsidiary_id, version }`. */
export const editConversation = command({
  name: 'editConversation',
  input: editConversationInput,
  permission: 'can_edit_conversation',
  async prepare(context, input) {
    if (!input.logo) return input;
    if (!operationsOf(context.actor).includes(input.subsidiary_id)) return refuse('operation-not-assigned');
    return withOwnLogo(context, { ...input, logo: input.logo });
  },
  async run(frame, input) {
    const operation = input.subsidiary_id;
    if (!operationsOf(frame.actor).includes(operation)) return refuse('operation-not-assigned');
    const logo = input.logo ? readLogo(input.logo) : null;
    if (logo === 'invalid')
      return refuse('logo-unreadable', { fields: { logo: refuse('logo-unreadable').text } });
    const { version, ...from } = await lockConversation(frame, operation);
    if (input.version != null && input.version !== version)
      return refuse('conversation-changed', { setting: { kind: 'conversation', id: Number(operation) } });
    const to = merge(from, { ...input, logo: logo?.hash ?? input.logo });
    const wrong = wrongTelephones(frame, from, to);
    if (wrong) return wrong;
    if (JSON.stringify(from) === JSON.stringify(to)) return { subsidiary_id: operation, version };
    await typed(frame.tx)
      .update(conversations)
      .set({ ...to, version: sql`${conversations.version} + 1` })
      .where(eq(conversations.operation, operation));
    if (from.logo !== to.logo) await replaceLogo(frame, from.logo, logo);
    frame.record({ operation, name: 'conversation.changed', data: { from, to } });
    return { subsidiary_id: operation, version: version + 1 };
  },
});

/** Here and not in the schema, which the browser has too: how numbers are read is the operation's own setting. */
function wrongTelephones(frame: Frame, from: ConversationSettings, to: ConversationSettings): Refusal | null {
  if (to.country !== '' && !isTelephoneCountry(to.country))
    return refuse('telephone-country', { fields: { country: refuse('telephone-country').text } });
  const unread = to.telephone !== '' && numbersOf(to.telephone, planOf(frame, to)).length === 0;
  return unread && to.telephone !== from.telephone
    ? refuse('company-telephone', { fields: { telephone: refuse('company-telephone').text } })
    : null;
}

const prefix = 'data:image/webp;base64,';

/** The logo re-encoded. */
async function withOwnLogo<Input extends { logo: string }>(
  { db, actor }: Context,
  input: Input,
): Promise<Input | Refusal> {
  const encoded = await encodeLogo(db, actor.userId, input.logo);
  if (isRefusal(encoded)) return encoded;
  const logo =
    encoded === 'invalid' ? 'data:image/invalid' : `${prefix}${encoded.picture.toString('base64')}`;
  return { ...input, logo };
}

function readLogo(text: string): Logo | 'invalid' {
  return text.startsWith(prefix) ? logoOf(Buffer.from(text.slice(prefix.length), 'base64')) : 'invalid';
}

/** One that no operation shows any more is not kept. */
async function replaceLogo({ tx }: Frame, before: string, logo: Logo | null) {
  if (logo) await typed(tx).insert(logos).values(logo).onConflictDoNothing();
  const shown = typed(tx).select().from(conversations).where(eq(conversations.logo, logos.hash));
  if (before)
    await typed(tx)
      .delete(logos)
      .where(and(eq(logos.hash, before), notExists(shown)));
}

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
      company: conversations.company,
      telephone: conversations.telephone,
      country: conversations.country,
      areaCode: conversations.areaCode,
      surnameFirst: conversations.surnameFirst,
      logo: conversations.logo,
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
  company: input.company ?? before.company,
  telephone: input.telephone ?? before.telephone,
  country: input.country ?? before.country,
  areaCode: input.area_code ?? before.areaCode,
  surnameFirst: input.surname_first ?? before.surnameFirst,
  logo: input.logo ?? before.logo,
});
