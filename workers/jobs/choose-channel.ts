import type { NoticeToSend } from '../../db/reads/notices/notice-to-send.ts';
import { emailOf, whatsappOf } from '../../machines/customer/contact.ts';
import { type Channel, channels } from '../senders/sender.ts';

type Recipient = NonNullable<NoticeToSend['recipient']>;

/**
 * The channel and address of a recipient; null: none. What is recorded and cannot be used is as if it were absent: a number
 * that is not surely the recipient's would be a stranger's.
 *
 * @param unreachable the channels that refused this message for good
 */
export function chooseChannel(
  on: readonly Channel[],
  recipient: Recipient,
  unreachable: readonly Channel[] = [],
): { channel: Channel; to: string } | null {
  for (const channel of channels) {
    const to = on.includes(channel) && !unreachable.includes(channel) ? addressOn[channel](recipient) : null;
    if (to) return { channel, to };
  }
  return null;
}

const addressOn: Record<Channel, (recipient: Recipient) => string | null> = {
  telegram: ({ telegram }) => telegram,
  whatsapp: ({ whatsapp, plan }) => whatsappOf(whatsapp, plan),
  email: ({ email }) => emailOf(email),
  mailbox: ({ name, telephone }) => [name, telephone].filter(Boolean).join(' · ') || 'Sin nombre',
};
