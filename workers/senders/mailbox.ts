import type { Sender } from './sender.ts';

/**
 * The development mailbox: nothing leaves. The notice row keeps the text, and the visit's screen shows it;
 * so recording 'sent' is all there is to do.
 */
export function makeMailboxSender(): Sender {
  return { channel: 'mailbox', send: async () => ({ kind: 'sent', reference: null }) };
}
