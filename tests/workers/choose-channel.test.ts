import { expect, it } from 'vitest';
import { chooseChannel } from '../../workers/jobs/choose-channel.ts';

it.each([
  ['+54 9 351 555-0101', '5493515550101'],
  ['12345678', '12345678'],
  ['1234567', null],
  ['0351 555 0101', null],
  ['1234567890123456', null],
])('%s is reached on WhatsApp as %s', (whatsapp, to) => {
  const recipient = { whatsapp, telegram: null, email: null } as Parameters<typeof chooseChannel>[1];
  expect(chooseChannel(['whatsapp'], recipient)).toEqual(to && { channel: 'whatsapp', to });
});
