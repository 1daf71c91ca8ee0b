import { describe, expect, it } from 'vitest';
import { dialable } from '../../machines/words/telephone.ts';

describe('a telephone as it is dialled', () => {
  it.each([
    ['2477 15-055515', '+5492477055515'],
    ['0351 15-555-0101', '+5493515550101'],
    ['11 15 5555-0101', '+5491155550101'],
    ['+54 9 351 555-0101', '+5493515550101'],
    ['5493515550101', '+5493515550101'],
    ['+54 351 15 555 0101', '+5493515550101'],
    ['(0351) 555-0101', '+543515550101'],
    ['+598 99 123 456', '+59899123456'],
    ['0800 555 1234', '08005551234'],
    ['112', '112'],
  ])('%s is %s', (written, tel) => {
    expect(dialable(written)?.tel).toBe(tel);
  });

  it('has a WhatsApp only where it is a mobile', () => {
    expect(dialable('2477 15-055515')?.whatsapp).toBe('5492477055515');
    expect(dialable('0351 555-0101')?.whatsapp).toBeNull();
  });

  it.each(['', null, 'sin datos', '12'])('%s is none', (written) => {
    expect(dialable(written)).toBeNull();
  });
});
