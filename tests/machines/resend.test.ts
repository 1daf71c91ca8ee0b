import { expect, it } from 'vitest';
import { openedByPerson } from '../../machines/customer/opened-by-person.ts';
import { type ResendFacts, refuseResend } from '../../machines/notice/resend.ts';

// What may be said once more to a customer, and who has opened a link (contract §14).

const now = new Date('2026-03-02T15:00:00Z');
const open: ResendFacts['visit'] = {
  closed: false,
  onTheWay: false,
  runningLate: null,
  past: false,
  technicianUserId: 7,
};
const why = (change: Partial<Omit<ResendFacts, 'visit'>>, visit: Partial<ResendFacts['visit']> = {}) =>
  refuseResend(
    {
      template: 'visit-created',
      state: 'failed',
      sentAt: null,
      answer: null,
      recipient: { userId: null },
      ...change,
      visit: { ...open, ...visit },
    },
    now,
  );

it('what failed, was sent, or found no channel is sent once more while its visit is to come', () => {
  for (const state of ['failed', 'sent', 'unknown', 'no_channel'] as const)
    expect(why({ state }), state).toBeNull();
  expect(why({}, { closed: true })).toBe('visit-closed');
  expect(why({}, { past: true })).toBe('notice-pointless');
});

it('what waits is not sent twice, nor what was sent within the minute', () => {
  expect([why({ state: 'pending' }), why({ state: 'sending' })]).toEqual([
    'notice-waiting',
    'notice-waiting',
  ]);
  const sent = (seconds: number) => why({ state: 'sent', sentAt: new Date(now.getTime() - seconds * 1_000) });
  expect([sent(59), sent(60)]).toEqual(['notice-just-sent', null]);
});

it('a message that the visit has overtaken is not sent: the way that is over, the question that is answered, another technician', () => {
  expect([why({ template: 'on-the-way' }), why({ template: 'on-the-way' }, { onTheWay: true })]).toEqual([
    'notice-pointless',
    null,
  ]);
  const question = { template: 'visit-question' };
  expect([why(question, { closed: true }), why({ ...question, answer: 'yes' }, { closed: true })]).toEqual([
    null,
    'notice-pointless',
  ]);
  const assigned = { template: 'technician-assigned', recipient: { userId: 7 } };
  expect([why(assigned), why(assigned, { technicianUserId: 8 })]).toEqual([null, 'notice-pointless']);
});

it('a link is opened by a browser in use, not by a preview, a crawler, or a page that is fetched ahead', () => {
  const phone = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36';
  expect(openedByPerson({ 'user-agent': phone })).toBe(true);
  for (const agent of [
    'WhatsApp/2.23.20.0',
    'TelegramBot (like TwitterBot)',
    'facebookexternalhit/1.1',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    '',
  ])
    expect(openedByPerson({ 'user-agent': agent }), agent).toBe(false);
  expect(openedByPerson({ 'user-agent': phone, 'sec-purpose': 'prefetch;prerender' })).toBe(false);
  expect(openedByPerson({})).toBe(false);
});
