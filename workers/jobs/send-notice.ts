import { forgetChat } from '../../db/commands/bot/forget-chat.ts';
import { beginNotice, settleNotice } from '../../db/commands/notices/record-notice.ts';
import type { Db } from '../../db/connection/open.ts';
import { findNoticeToSend, type NoticeToSend } from '../../db/reads/notices/notice-to-send.ts';
import { timerActor } from '../../db/record/transact.ts';
import type { Keys } from '../../db/secrets/keys.ts';
import { unusableFields, unusableTexts } from '../../machines/customer/contact.ts';
import { isObsolete } from '../../machines/notice/obsolete.ts';
import type { Senders } from '../senders/index.ts';
import type { Channel, Outcome, Sender } from '../senders/sender.ts';
import { chooseChannel } from './choose-channel.ts';
import { writeText } from './write-text.ts';

export type SendTools = {
  db: Db;
  senders: Senders;
  keys: Pick<Keys, 'linkAddress'>;
  /** Called with each attempt, after it is recorded. */
  onAttempt?: (attempt: SendAttempt) => void;
};

/** The outcome of one attempt to send, and how long the channel took. */
export type SendAttempt = {
  noticeId: number;
  channel: Channel;
  outcome: Outcome['kind'];
  ms: number;
  /** Of the request that caused it, if any. */
  requestId?: string;
  /** The id of the job that made it. */
  job?: string;
};

/**
 * Send one message, if it is still to be sent: by the first enabled channel that the recipient has, or by the
 * next one when that refuses it for good. The outcome is recorded; concurrent calls for one message send it once.
 */
export async function sendNotice(tools: SendTools, id: number): Promise<void> {
  const { db, senders, keys } = tools;
  const unreachable: Channel[] = [];
  for (;;) {
    const notice = await findNoticeToSend(db, id, keys);
    if (!notice?.due) return;
    const settle = (step: Step) => settleNotice(contextOf(db, notice), { notice_id: id, ...step });
    // The worker died while sending: the message may have arrived.
    if (notice.state === 'sending') return void (await settle({ step: 'TRY', problem: diedSending }));
    if (notice.state !== 'pending') return;
    if (!notice.recipient || isObsolete(notice)) return void (await settle({ step: 'OBSOLETE' }));
    const chosen = chooseChannel(senders.on, notice.recipient, unreachable);
    if (!chosen) return void (await settle({ step: 'NO_CHANNEL', ...whyNone(notice.recipient) }));

    const written = writeText(notice);
    const { channel, to } = chosen;
    const token = await beginNotice(db, id, { channel, recipient: to, ...written });
    if (token === null) return;
    const message = { key: notice.key, to, link: notice.link, ...written };
    const begun = performance.now();
    const outcome = await send(senders.of(channel)!, message);
    const ms = Math.round(performance.now() - begun);
    const refused = outcome.kind === 'gone' || outcome.kind === 'rejected';
    if (refused) unreachable.push(channel);
    if (outcome.kind === 'gone' && channel === 'telegram') await persist(() => forgetChat(db, to));
    const hasOtherChannel = chooseChannel(senders.on, notice.recipient, unreachable) !== null;
    await persist(() => settle({ ...stepOf(outcome, hasOtherChannel), token }));
    tools.onAttempt?.({ noticeId: id, channel, outcome: outcome.kind, ms });
    if (!refused || !hasOtherChannel) return;
  }
}

type Step = { step: string; token?: string; after_seconds?: number | null; problem?: string };

const diedSending = 'El envío se interrumpió: no se sabe si llegó.';

const contextOf = (db: Db, { operation }: NoticeToSend) => ({ db, actor: timerActor([operation]) });

/** What is recorded and cannot be used, so that an empty field is not looked for. */
function whyNone({ plan, telephone, whatsapp, email }: NonNullable<NoticeToSend['recipient']>) {
  const unusable = unusableFields({ telephone, waNumber: whatsapp, email }, plan);
  const texts = unusable.filter((field) => field !== 'telephone').map((field) => unusableTexts[field]);
  return texts.length > 0 ? { problem: texts.join(' · ') } : {};
}

/** A sender throws only on a bug; how far it came is unknown. */
const send = (sender: Sender, message: Parameters<Sender['send']>[0]): Promise<Outcome> =>
  sender.send(message).catch((error) => ({ kind: 'unknown', reason: String(error) }));

function stepOf(outcome: Outcome, otherChannel: boolean): Step {
  switch (outcome.kind) {
    case 'sent':
      return { step: 'SENT' };
    case 'retry':
      return { step: 'RETRY', after_seconds: outcome.afterSeconds, problem: outcome.reason };
    case 'gone':
    case 'rejected':
      return otherChannel
        ? { step: 'RETRY', after_seconds: 0, problem: outcome.reason }
        : { step: 'REJECTED', problem: outcome.reason };
    case 'unknown':
      return { step: 'DOUBT', problem: outcome.reason };
  }
}

/** The outcome of a sent message must survive a short outage of the database: it would count as unknown. */
async function persist(write: () => Promise<unknown>): Promise<void> {
  for (let left = 10; ; left--) {
    try {
      await write();
      return;
    } catch (error) {
      if (left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  }
}
