import type { Sender } from './sender.ts';

/**
 * The development mailbox: nothing is sent. The notice row keeps the text for the visit's screen, so
 * recording 'sent' is all.
 */
export function makeMailboxSender(): Sender {
  return { channel: 'mailbox', send: async () => ({ kind: 'sent', reference: null }) };
}
