import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { mayDo, operationsOf } from '../../../machines/access/permissions.ts';
import { whatsappOf } from '../../../machines/customer/contact.ts';
import { type Refusal, refuse } from '../../../machines/words/refusals.ts';
import type { Tx } from '../../connection/sql.ts';
import { typed } from '../../connection/typed.ts';
import { findPlan } from '../../reads/settings/telephone-plan.ts';
import { command, type Frame } from '../../record/transact.ts';
import { type Columns, users } from '../../schema/index.ts';
import { optional, requiredText, text } from '../input.ts';

const tooShort = refuse('chat-id-short').text;

/**
 * S2 §7 'api_user_set_telegram_chat_id'. The actor is the subject; the names sent by the spec's screens are ignored.
 */
export const linkChatInput = z.object({
  telegram_chat_id: requiredText(40, tooShort, { min: 5, tooLong: tooShort }).refine(
    (id) => /^-?\d+$/.test(id),
    tooShort,
  ),
  /** In any spelling; kept with its country. */
  wa_number: optional(text(40).transform((number) => number.trim())),
  boxi_id: z.unknown().optional(),
  boxi_username: optional(text(100)),
  tech_name: optional(text(200)),
});

/** Link the actor's own chat, after the Bot API was asked about it (S2 §4 'Chat bot'). */
export const linkChat = command({
  name: 'linkChat',
  input: linkChatInput,
  permission: 'can_edit_telegram_chat_id',
  async run(frame, input) {
    const { tx, actor } = frame;
    const plan = await findPlan(frame, tx, operationsOf(actor)[0] ?? null);
    const whatsapp = input.wa_number ? whatsappOf(input.wa_number, plan) : null;
    if (input.wa_number && !whatsapp)
      return refuse('whatsapp-number', { fields: { wa_number: refuse('whatsapp-number').text } });
    await setChat(tx, actor.userId, input.telegram_chat_id, { proven: false });
    await typed(tx)
      .update(users)
      .set({ waNumber: whatsapp && `+${whatsapp}` })
      .where(eq(users.id, actor.userId));
    return { active_on_telegram: true };
  },
});

/**
 * Records a link, by its typed id or by a code sent from the chat. A proved chat stays proved when its id is
 * typed again.
 */
export async function setChat(tx: Tx, userId: number, chatId: string, { proven }: { proven: boolean }) {
  await typed(tx)
    .update(users)
    .set({
      telegramChatProven: sql`${proven} or (${users.telegramChatProven} and ${users.telegramChatId} = ${chatId})`,
      telegramChatId: chatId,
      activeOnTelegram: true,
    })
    .where(eq(users.id, userId));
}

/** A user without a chat: the subscription to technicians' notifications ends with it. */
export const unlinked = {
  telegramChatId: null,
  telegramChatProven: false,
  activeOnTelegram: false,
  subscribedToTechs: false,
};

const whose = z.object({ boxi_username: optional(text(100)) });

/**
 * Unlink a chat; the subscription to technicians' notifications requires it and ends with it. One's own with
 * `can_edit_telegram_chat_id` (S2 §6); a technician's, from 'my technicians' (S2 §2), with `can_read_reports`
 * and an operation in common. Any other user, known or not, is refused in the same words.
 */
export const unlinkChat = command({
  name: 'unlinkChat',
  input: whose,
  async run(frame, input) {
    const { tx, actor } = frame;
    const named = input.boxi_username?.trim().toLowerCase() || actor.username;
    const isOwn = named === actor.username;
    if (isOwn && !mayDo(actor, 'can_edit_telegram_chat_id')) return refuse('permission-missing');
    const userId = isOwn ? actor.userId : await findSupervised(frame, named);
    if (typeof userId !== 'number') return userId;
    await typed(tx).update(users).set(unlinked).where(eq(users.id, userId));
    return { active_on_telegram: false };
  },
});

async function findSupervised({ tx, actor }: Frame, username: string): Promise<number | Refusal> {
  if (!mayDo(actor, 'can_read_reports')) return refuse('other-user');
  const [user] = await tx<Columns<typeof users, 'id'>[]>`
    select u.id from users u join technicians t on t.user_id = u.id where u.username = ${username} and exists (
      select 1 from user_operations o where o.user_id = u.id and o.operation = any(${operationsOf(actor)}::text[]))`;
  return user?.id ?? refuse('other-user');
}

/** The identifier does not exist: its user is not notified by the bot (S2 §4, §8). */
export const markInactive = command({
  name: 'markInactive',
  input: z.object({}),
  permission: 'can_edit_telegram_chat_id',
  async run({ tx, actor }) {
    await typed(tx).update(users).set({ activeOnTelegram: false }).where(eq(users.id, actor.userId));
    return {};
  },
});
