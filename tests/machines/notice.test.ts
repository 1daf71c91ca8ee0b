import { describe, expect, it } from 'vitest';
import {
  isFinalNotice,
  type NoticeState,
  type NoticeStep,
  nextNoticeState,
  noticeWaitSeconds,
} from '../../machines/notice/notice.ts';
import { isTemplate, noticeKey } from '../../machines/notice/templates.ts';

type Step = NoticeStep['type'];
const states: NoticeState[] = ['pending', 'sending', 'sent', 'failed', 'unknown', 'no_channel', 'dropped'];
const arrows: Partial<Record<NoticeState, Partial<Record<Step, NoticeState>>>> = {
  pending: { TRY: 'sending', NO_CHANNEL: 'no_channel', OBSOLETE: 'dropped' },
  sending: { SENT: 'sent', RETRY: 'pending', REJECTED: 'failed', DOUBT: 'unknown', TRY: 'unknown' },
};
const steps: Step[] = ['TRY', 'SENT', 'RETRY', 'REJECTED', 'DOUBT', 'NO_CHANNEL', 'OBSOLETE'];

describe('a message', () => {
  it.each(states)('that is %s takes these steps and no others', (state) => {
    const taken = steps.map((type) => nextNoticeState(state, { type }));
    expect(taken).toEqual(steps.map((type) => arrows[state]?.[type] ?? null));
    expect(isFinalNotice(state)).toBe(!arrows[state]);
  });

  it('whose try died in the middle of its call is never sent again', () => {
    const after = nextNoticeState('sending', { type: 'TRY' })!;
    expect([after, steps.some((type) => nextNoticeState(after, { type }) !== null)]).toEqual([
      'unknown',
      false,
    ]);
  });

  it('is tried 16 times over almost two hours, at most a quarter of an hour apart', () => {
    const waits = Array.from({ length: 15 }, (_, index) => noticeWaitSeconds(index + 1)!);
    expect(waits.slice(0, 10)).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 900]);
    expect(waits.every((wait) => wait <= 900)).toBe(true);
    expect(waits.reduce((sum, wait) => sum + wait) / 3_600).toBeCloseTo(1.8, 1);
    expect(noticeWaitSeconds(0), 'before the first try').toBe(2);
    expect(noticeWaitSeconds(16), 'given up').toBeNull();
  });

  it('is sent once a visit, or once for each change, by its occasion', () => {
    expect(noticeKey('visit-created', 7, 1)).toBe(noticeKey('visit-created', 7, 2));
    expect(noticeKey('on-the-way', 7, 1)).not.toBe(noticeKey('on-the-way', 7, 2));
    expect(noticeKey('on-the-way', 7, 1)).not.toBe(noticeKey('on-the-way', 8, 1));
  });

  it('has no occasion by a name that every object inherits', () => {
    expect(['on-the-way', 'constructor', 'toString'].map(isTemplate)).toEqual([true, false, false]);
  });
});
