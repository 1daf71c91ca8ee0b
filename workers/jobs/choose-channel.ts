import type { NoticeToSend } from '../../db/reads/notices/notice-to-send.ts';
import { type Channel, channels } from '../senders/sender.ts';

type Recipient = NonNullable<NoticeToSend['recipient']>;

/** The channel and address of a recipient, without those that reported `gone`; null: none. */
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
  whatsapp: ({ whatsapp }) => whatsapp && digitsOf(whatsapp),
  email: ({ email }) => email,
  mailbox: ({ name, telephone }) => [name, telephone].filter(Boolean).join(' · ') || 'Sin nombre',
};

/** '+54 9 351 555-0101' is 5493515550101; null for what is not a whole number (E.164). */
function digitsOf(number: string): string | null {
  const digits = number.replace(/\D/g, '');
  return /^[1-9]\d{7,14}$/.test(digits) ? digits : null;
}
