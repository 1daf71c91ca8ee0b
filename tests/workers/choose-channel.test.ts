import { expect, it } from 'vitest';
import { chooseChannel } from '../../workers/jobs/choose-channel.ts';

it.each([
  ['+54 9 351 555-0101', '5493515550101'],
  ['0351 555 0101', '5493515550101'],
  ['+598 99 123 456', '59899123456'],
  ['12345678', null],
  ['1234567', null],
  ['1234567890123456', null],
])('%s is reached on WhatsApp as %s', (whatsapp, to) => {
  const plan = { country: 'AR', areaCode: null };
  const recipient = { whatsapp, telegram: null, email: null, plan } as Parameters<typeof chooseChannel>[1];
  expect(chooseChannel(['whatsapp'], recipient)).toEqual(to && { channel: 'whatsapp', to });
});
