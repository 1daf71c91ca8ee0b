import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, instantOf, today } from '../../machines/calendar/slots.ts';
import {
  asksToConfirm,
  type Conversation,
  type ConversationVisit,
  type CustomerStep,
  daysOffered,
  lastCall,
  noConversation,
  offeredDays,
  refuseCustomer,
} from '../../machines/customer/conversation.ts';

// What a customer may do from the link of the visit: nothing until it is switched on, then within the operation's limits.

const on: Conversation = { ...noConversation, reminder: true, replies: true, question: true };
const visit: ConversationVisit = {
  state: 'scheduled',
  day: '2026-03-05',
  fromHour: 9,
  toHour: 13,
  changesMade: 0,
  answer: null,
};
const local = (text: string) => new Date(`${text}-03:00`);
const early = local('2026-03-01T12:00:00');
const asked = (step: CustomerStep, more: Partial<ConversationVisit> = {}, now = early, rules = on) =>
  refuseCustomer(step, { ...visit, ...more }, rules, now);

describe('the page asks for a confirmation', () => {
  const asks = (chosenAt: string | null, now: string, confirmed = false) =>
    asksToConfirm(
      { day: visit.day, confirmed, chosenAt: chosenAt === null ? null : local(chosenAt) },
      local(now),
    );

  it('of a day that staff chose, until it is given', () => {
    expect(asks(null, '2026-03-01T12:00:00')).toBe(true);
    expect(asks(null, '2026-03-01T12:00:00', true)).toBe(false);
  });

  it('of a day that the customer chose only once the reminder of that day has asked', () => {
    expect(asks('2026-03-01T12:00:00', '2026-03-01T12:00:01')).toBe(false);
    expect(asks('2026-03-01T12:00:00', '2026-03-04T09:59:59')).toBe(false);
    expect(asks('2026-03-01T12:00:00', '2026-03-04T10:00:00')).toBe(true);
    // Chosen too late for a reminder: it was said a moment ago.
    expect(asks('2026-03-04T15:00:00', '2026-03-04T15:00:01')).toBe(false);
    expect(asks('2026-03-04T15:00:00', '2026-03-05T08:00:00')).toBe(false);
  });
});

describe('a customer', () => {
  it('may do nothing until it is switched on', () => {
    for (const step of ['confirm', 'change', 'cancel'] as const)
      expect(asked(step, {}, early, noConversation)).toBe('replies-off');
    expect(asked('answer', { state: 'finished' }, early, noConversation)).toBe('question-off');
  });

  it('changes and cancels until the minimum notice before the slot, not a second later, by the local clock', () => {
    for (const step of ['change', 'cancel'] as const) {
      expect(asked(step, {}, local('2026-03-04T09:00:00'))).toBeNull();
      expect(asked(step, {}, local('2026-03-04T09:00:01'))).toBe('reply-too-late');
    }
    expect(lastCall(visit, on)).toEqual(local('2026-03-04T09:00:00'));
    expect(asked('cancel', {}, local('2026-03-05T08:59:00'), { ...on, noticeHours: 0 })).toBeNull();
  });

  it('confirms until the slot ends, whatever the notice', () => {
    expect(asked('confirm', {}, local('2026-03-05T12:59:59'))).toBeNull();
    expect(asked('confirm', {}, local('2026-03-05T13:00:00'))).toBe('reply-too-late');
  });

  it('changes as many times as the operation allows, and cancels all the same', () => {
    expect(asked('change', { changesMade: 1 })).toBeNull();
    expect(asked('change', { changesMade: 2 })).toBe('changes-used');
    expect(asked('cancel', { changesMade: 2 })).toBeNull();
    expect(asked('change', {}, early, { ...on, changes: 0 })).toBe('changes-used');
  });

  it('learns why not once the technician is on the way, and when the visit is over', () => {
    for (const step of ['confirm', 'change', 'cancel'] as const) {
      expect(asked(step, { state: 'onTheWay' })).toBe('reply-on-the-way');
      expect(asked(step, { state: 'delayed' })).toBe('reply-too-late');
      for (const state of ['finished', 'cancelled', 'rescheduled'] as const)
        expect(asked(step, { state })).toBe('visit-closed');
    }
  });

  it('says that they are at home from two hours before the slot, on its day, whatever is switched on', () => {
    const atHome = (now: string, more: Partial<ConversationVisit> = {}) =>
      asked('atHome', more, local(now), noConversation);
    expect(atHome('2026-03-05T06:59:59')).toBe('at-home-too-early');
    for (const state of ['scheduled', 'onTheWay', 'arrived', 'delayed'] as const)
      expect(atHome('2026-03-05T07:00:00', { state })).toBeNull();
    expect(atHome('2026-03-05T23:59:00')).toBeNull();
    expect(atHome('2026-03-06T00:00:00')).toBe('reply-too-late');
    expect(atHome('2026-03-05T09:00:00', { state: 'finished' })).toBe('visit-closed');
  });

  it('answers the question once, of a finished visit only', () => {
    expect(asked('answer', { state: 'finished' })).toBeNull();
    expect(asked('answer', { state: 'finished', answer: 'no' })).toBe('question-answered');
    for (const state of ['scheduled', 'onTheWay', 'delayed', 'cancelled', 'rescheduled'] as const)
      expect(asked('answer', { state })).toBe('question-too-early');
  });
});

describe('the days offered', () => {
  const slots = [
    { id: 1, fromHour: 8 },
    { id: 2, fromHour: 18 },
  ];

  it('are the next fourteen, from tomorrow on, without the visit’s own slot', () => {
    const days = offeredDays(slots, { day: '2026-03-03', slotId: 1 }, { ...on, noticeHours: 0 }, early);
    expect(days.map(({ day }) => day)).toEqual(
      Array.from({ length: daysOffered }, (_, index) => addDays('2026-03-02', index)),
    );
    expect(days[1]).toEqual({ day: '2026-03-03', slots: [slots[1]] });
  });

  it('leave out what begins before the minimum notice', () => {
    const days = offeredDays(slots, { day: '2026-03-20', slotId: 1 }, { ...on, noticeHours: 24 }, early);
    expect(days[0]).toEqual({ day: '2026-03-02', slots: [slots[1]] });
    expect(days[1]).toEqual({ day: '2026-03-03', slots });
  });

  it('are all within the limits, at any moment, and none is of today or before', () => {
    fc.assert(
      fc.property(
        fc.date({
          min: local('2026-01-01T00:00:00'),
          max: local('2027-12-31T00:00:00'),
          noInvalidDate: true,
        }),
        fc.integer({ min: 0, max: 168 }),
        (now, noticeHours) => {
          for (const { day, slots: offered } of offeredDays(
            slots,
            { day: '', slotId: 0 },
            { ...on, noticeHours },
            now,
          )) {
            expect(day > today(now)).toBe(true);
            for (const { fromHour } of offered)
              expect(instantOf(day, fromHour).getTime() - now.getTime()).toBeGreaterThanOrEqual(
                noticeHours * 3_600_000,
              );
          }
        },
      ),
      { seed: 20_260_301 },
    );
  });
});
