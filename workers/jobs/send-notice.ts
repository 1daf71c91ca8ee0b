import { forgetChat } from '../../db/commands/bot/forget-chat.ts';
import { beginNotice, settleNotice } from '../../db/commands/notices/record-notice.ts';
import type { Db } from '../../db/connection/open.ts';
import { findNoticeToSend, type NoticeToSend } from '../../db/reads/notices/notice-to-send.ts';
import { clockActor } from '../../db/record/transact.ts';
import type { Keys } from '../../db/secrets/keys.ts';
import type { Senders } from '../senders/index.ts';
import type { Channel, Outcome, Sender } from '../senders/sender.ts';
import { chooseChannel } from './choose-channel.ts';
import { isObsolete } from './obsolete.ts';
import { writeText } from './write-text.ts';

export type SendTools = {
  db: Db;
  senders: Senders;
  keys: Pick<Keys, 'linkAddress'>;
  /** Told what each channel answered, once it is in the record. */
  onTold?: (told: Told) => void;
};

/** What became of one try to tell somebody; `requestId`: of the request that asked for it, where it is known. */
export type Told = {
  noticeId: number;
  channel: Channel;
  outcome: Outcome['kind'];
  requestId?: string;
};

/**
 * Send one message, if it is still to be sent: by the first channel that is on and that the recipient has,
 * or by the next one when that cannot reach them any more. What the channel answers is recorded; the same
 * message asked for twice at the same time is sent once.
 */
export async function sendNotice(tools: SendTools, id: number): Promise<void> {
  const { db, senders, keys } = tools;
  const gone: Channel[] = [];
  for (;;) {
    const notice = await findNoticeToSend(db, id, keys);
    if (!notice?.due) return;
    const settle = (step: Step) => settleNotice(contextOf(db, notice), { notice_id: id, ...step });
    // It was being sent and whoever did is gone: perhaps it arrived.
    if (notice.state === 'sending') return void (await settle({ step: 'TRY', problem: diedSending }));
    if (notice.state !== 'pending') return;
    if (!notice.recipient || isObsolete(notice)) return void (await settle({ step: 'OBSOLETE' }));
    const chosen = chooseChannel(senders.on, notice.recipient, gone);
    if (!chosen) return void (await settle({ step: 'NO_CHANNEL' }));

    const written = writeText(notice);
    const { channel, to } = chosen;
    const token = await beginNotice(db, id, { channel, recipient: to, ...written });
    if (token === null) return;
    const message = { key: notice.key, to, link: notice.link, ...written };
    const outcome = await tell(senders.of(channel)!, message);
    if (outcome.kind === 'gone') {
      gone.push(channel);
      if (channel === 'telegram') await persist(() => forgetChat(db, to));
    }
    const other = chooseChannel(senders.on, notice.recipient, gone) !== null;
    await persist(() => settle({ ...stepOf(outcome, other), token }));
    tools.onTold?.({ noticeId: id, channel, outcome: outcome.kind });
    if (outcome.kind !== 'gone' || !other) return;
  }
}

type Step = { step: string; token?: string; after_seconds?: number | null; problem?: string };

const diedSending = 'El envío se interrumpió: no se sabe si llegó.';

const contextOf = (db: Db, { operation }: NoticeToSend) => ({ db, actor: clockActor([operation]) });

/** A sender throws on a bug only, and then nobody knows how far it came. */
const tell = (sender: Sender, message: Parameters<Sender['send']>[0]): Promise<Outcome> =>
  sender.send(message).catch((error) => ({ kind: 'unknown', reason: String(error) }));

function stepOf(outcome: Outcome, otherChannel: boolean): Step {
  switch (outcome.kind) {
    case 'sent':
      return { step: 'SENT' };
    case 'retry':
      return { step: 'RETRY', after_seconds: outcome.afterSeconds, problem: outcome.reason };
    case 'gone':
      return otherChannel
        ? { step: 'RETRY', after_seconds: 0, problem: outcome.reason }
        : { step: 'REJECTED', problem: outcome.reason };
    case 'rejected':
      return { step: 'REJECTED', problem: outcome.reason };
    case 'unknown':
      return { step: 'DOUBT', problem: outcome.reason };
  }
}

/** What was sent must not be forgotten because the database was away for a moment: it would count as unknown. */
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
