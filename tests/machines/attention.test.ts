import { describe, expect, it } from 'vitest';
import { everyPermission } from '../../machines/access/permissions.ts';
import {
  attentionReasons,
  eventReason,
  openEvents,
  stateReason,
  touchesAttention,
  type VisitEvent,
} from '../../machines/attention/attention.ts';
import { reasonsOf } from '../../machines/attention/concerns.ts';
import { instantOf } from '../../machines/calendar/slots.ts';
import type { EventData, EventName } from '../../machines/events.ts';

const open = {
  technicianId: 5 as number | null,
  delayed: false,
  detached: false,
  finished: false,
  cancelled: false,
  rescheduled: false,
  day: '2026-03-05',
  fromHour: 9,
  toHour: 13,
};

describe('by its state', () => {
  it.each([
    ['with a technician, not delayed', open, null],
    ['delayed, from its slot’s end', { ...open, delayed: true }, ['delayed', 13, 13]],
    [
      'without a technician, from two hours before its slot',
      { ...open, technicianId: null },
      ['unassigned', 7, 9],
    ],
    ['released by itself', { ...open, technicianId: null, detached: true }, ['released', 7, 9]],
    ['released by itself and given to another', { ...open, detached: false }, null],
    ['delayed and closed', { ...open, delayed: false, finished: true }, null],
    ['without a technician and cancelled', { ...open, technicianId: null, cancelled: true }, null],
    ['without a technician and rescheduled', { ...open, technicianId: null, rescheduled: true }, null],
  ] as const)('a visit %s', (_, visit, expected) => {
    const found = stateReason(visit);
    const hours = expected && [
      expected[0],
      instantOf(visit.day, expected[1]),
      instantOf(visit.day, expected[2]),
    ];
    expect(found && [found.reason, found.from, found.due]).toEqual(hours);
  });
});

describe('by an event', () => {
  const day = '2026-03-05';
  const visit = { finished: false, day, next: null };
  let version = 0;
  const event = (name: EventName, data: EventData = {}): VisitEvent => ({
    version: ++version,
    name,
    at: instantOf(day, 10),
    data,
  });
  const message = (state: string, audience: string) => event('notice.recorded', { to: { state, audience } });
  const seen = (of: VisitEvent) => event('visit.acknowledged', { to: { event: of.version } });
  const reasons = (events: VisitEvent[], of: Parameters<typeof openEvents>[1] = visit, today = day) =>
    openEvents(events, of, today).map(({ reason, event: found }) => [reason, found.version]);

  it('is one of the customer’s, or a message that failed', () => {
    const by = 'customer';
    expect(eventReason(event('visit.cancelled', { by }))).toBe('cancelled');
    expect(eventReason(event('visit.rescheduled', { by }))).toBe('moved');
    expect(eventReason(event('visit.answered', { by, to: { answer: 'no' } }))).toBe('unsolved');
    expect(eventReason(message('failed', 'technician'))).toBe('message');
    for (const none of [
      event('visit.cancelled'),
      event('visit.answered', { by, to: { answer: 'yes' } }),
      event('visit.confirmed', { by }),
      message('sent', 'customer'),
      message('unknown', 'customer'),
      message('no_channel', 'customer'),
      message('failed', 'supervisor'),
    ])
      expect(eventReason(none)).toBeNull();
  });

  it('ends with the acknowledgement of that very event: a second answer comes up again', () => {
    const first = event('visit.answered', { by: 'customer', to: { answer: 'no' } });
    const second = event('visit.cancelled', { by: 'customer' });
    expect(reasons([first, seen(first), second])).toEqual([['cancelled', second.version]]);
    expect(reasons([first, second, seen(second)])).toEqual([['unsolved', first.version]]);
  });

  it('of a message ends where one arrives after it, to the same', () => {
    const failed = message('failed', 'customer');
    expect(reasons([failed])).toEqual([['message', failed.version]]);
    expect(reasons([failed, message('sent', 'technician')])).toEqual([['message', failed.version]]);
    expect(reasons([failed, message('sent', 'customer')])).toEqual([]);
    expect(reasons([message('sent', 'customer'), failed])).toEqual([['message', failed.version]]);
    expect(reasons([failed, message('dropped', 'customer')])).toEqual([['message', failed.version]]);
  });

  it('of several messages that failed is the last, for customer and technician each', () => {
    const first = message('failed', 'customer');
    const other = message('failed', 'technician');
    const last = message('failed', 'customer');
    expect(reasons([first, other, last])).toEqual([
      ['message', other.version],
      ['message', last.version],
    ]);
    expect(reasons([first, other, last, seen(last)])).toEqual([['message', other.version]]);
  });

  it('of a message ends once its visit is done or its day is over, and not with a cancellation', () => {
    const failed = message('failed', 'technician');
    expect(reasons([failed], { ...visit, finished: true })).toEqual([]);
    expect(reasons([failed], visit, '2026-03-06')).toEqual([]);
    expect(reasons([failed], visit, '2026-03-04')).toEqual([['message', failed.version]]);
  });

  it('of a move ends once the new visit has a technician or is closed', () => {
    const moved = event('visit.rescheduled', { by: 'customer' });
    const waiting = { ...open, technicianId: null };
    expect(reasons([moved], { ...visit, next: waiting })).toEqual([['moved', moved.version]]);
    expect(reasons([moved], { ...visit, next: open })).toEqual([]);
    expect(reasons([moved], { ...visit, next: { ...waiting, cancelled: true } })).toEqual([]);
  });
});

it('what says nothing of it is not read for it', () => {
  const silent: EventName[] = [
    'visit.at_home',
    'visit.called',
    'visit.reminded',
    'order.received',
    'zones.changed',
  ];
  expect(silent.filter(touchesAttention)).toEqual([]);
  const read: EventName[] = ['visit.delayed', 'visit.auto_released', 'visit.assigned', 'visit.created'];
  const said: EventName[] = ['visit.answered', 'visit.acknowledged', 'notice.recorded', 'slots.changed'];
  for (const name of [...read, ...said]) expect(touchesAttention(name), name).toBe(true);
  expect(new Set(attentionReasons).size).toBe(7);
});

describe('of the reasons', () => {
  it('a dispatcher’s list has every reason', () => {
    expect(reasonsOf({ permissions: everyPermission })).toEqual([...attentionReasons]);
  });

  it('customer service’s list has what customers said and what did not reach them, and no state that it cannot change', () => {
    const customerService = ['can_query_client', 'can_create_visit'] as const;
    expect(reasonsOf({ permissions: [...customerService] })).toEqual([
      'cancelled',
      'moved',
      'unsolved',
      'message',
    ]);
  });

  it('who gives visits out has those without a technician too, and who may close any the delayed ones', () => {
    expect(reasonsOf({ permissions: ['can_query_client', 'can_assign_visit'] })).toEqual(
      attentionReasons.filter((reason) => reason !== 'delayed'),
    );
  });
});
