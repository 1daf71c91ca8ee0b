import { describe, expect, it } from 'vitest';
import { webhookEvents } from '../../machines/events.ts';
import {
  type DeliveryState,
  type DeliveryStep,
  deliveryStates,
  deliveryWaitSeconds,
  judgeTry,
  nextDeliveryState,
  webhookHealth,
} from '../../machines/webhook/webhook.ts';
import { webhookBody, writeWebhookBody } from '../../machines/webhook/webhook-body.ts';

const now = new Date('2026-03-05T12:00:00Z');

describe('a delivery', () => {
  it('goes from state to state, and no other way', () => {
    const steps: DeliveryStep['type'][] = ['TRY', 'TAKEN', 'FAILED', 'ABANDON', 'CANCEL', 'RESEND'];
    const table = Object.fromEntries(
      deliveryStates.map((state: DeliveryState) => [
        state,
        steps.map((type) => nextDeliveryState(state, { type })),
      ]),
    );
    expect(table).toEqual({
      waiting: ['sending', null, null, null, 'cancelled', 'waiting'],
      sending: ['sending', 'delivered', 'waiting', 'abandoned', 'cancelled', null],
      delivered: [null, null, null, null, null, 'waiting'],
      abandoned: [null, null, null, null, null, 'waiting'],
      cancelled: [null, null, null, null, null, 'waiting'],
    });
  });

  it('waits longer each time, a little by chance, and ends after ten tries', () => {
    const waits = Array.from({ length: 10 }, (_, at) =>
      deliveryWaitSeconds('visit.taken', at + 1, null, 0.5),
    );
    expect(waits).toEqual([5, 30, 120, 600, 1_800, 7_200, 21_600, 43_200, 86_400, null]);
    expect(deliveryWaitSeconds('visit.taken', 2, null, 0)).toBeCloseTo(27);
    expect(deliveryWaitSeconds('visit.taken', 2, null, 1)).toBeCloseTo(33);
    expect(deliveryWaitSeconds('visit.taken', 1, 900, 0.5)).toBe(900);
    expect(deliveryWaitSeconds('visit.taken', 1, 999_999, 0.5)).toBe(3_600);
    expect(deliveryWaitSeconds('visit.taken', 5, 60, 0.5)).toBe(1_800);
    expect(deliveryWaitSeconds('ping', 1, null, 0.5)).toBeNull();
  });

  it.each([
    [200, null, { kind: 'taken' }],
    [204, null, { kind: 'taken' }],
    [410, null, { kind: 'gone' }],
    [301, null, { kind: 'failed', pauseSeconds: null }],
    [404, '60', { kind: 'failed', pauseSeconds: null }],
    [500, '60', { kind: 'failed', pauseSeconds: null }],
    [429, '60', { kind: 'failed', pauseSeconds: 60 }],
    [503, 'Thu, 05 Mar 2026 12:02:00 GMT', { kind: 'failed', pauseSeconds: 120 }],
    [503, '999999', { kind: 'failed', pauseSeconds: 3_600 }],
    [503, 'Thu, 05 Mar 2020 12:00:00 GMT', { kind: 'failed', pauseSeconds: null }],
    [429, 'soon', { kind: 'failed', pauseSeconds: null }],
    [429, null, { kind: 'failed', pauseSeconds: null }],
    [null, null, { kind: 'failed', pauseSeconds: null }],
  ])('answered %s with Retry-After %s', (status, retryAfter, verdict) => {
    expect(judgeTry({ status, retryAfter, problem: null }, now)).toEqual(verdict);
  });
});

it('a webhook says how it is doing, and is failing after a day and five tries', () => {
  const well = { enabled: true, gone: false, failingSince: null, failures: 0, lastTakenAt: now };
  const since = (hours: number, failures: number) =>
    webhookHealth({ ...well, failures, failingSince: new Date(now.getTime() - hours * 3_600_000) }, now);
  expect(webhookHealth(well, now)).toBe('well');
  expect(webhookHealth({ ...well, lastTakenAt: null }, now)).toBe('unused');
  expect([since(1, 50), since(25, 4), since(25, 5)]).toEqual(['troubled', 'troubled', 'failing']);
  expect(webhookHealth({ ...well, enabled: false }, now)).toBe('off');
  expect(webhookHealth({ ...well, enabled: false, gone: true }, now)).toBe('gone');
});

it('a body holds what its schema names, and nothing of what an event keeps inside', () => {
  expect(webhookEvents).toContain('order.fulfilled');
  expect(webhookEvents.every((name) => name.startsWith('visit.') || name === 'order.fulfilled')).toBe(true);
  const event = { operation: '114', version: 7, name: 'visit.undone' as const, at: now, actorName: null };
  const data = {
    from: { technicianId: 3, statusId: 1, onTheWay: true, secret: 'x' },
    to: { technicianId: null, day: '2026-03-06', reason: 5 },
    slotId: { from: 1, to: 2 },
    undid: 'a key',
  };
  const body = writeWebhookBody({ ...event, data: data as never, visit: null, order: null });
  expect(webhookBody.parse(body)).toEqual(body);
  expect(body).toEqual({
    type: 'visit.undone',
    timestamp: '2026-03-05T09:00:00-03:00',
    id: 'evt_114_7',
    data: {
      operation: '114',
      version: 7,
      who: null,
      note: null,
      from: { timestripe: 1, tech_id: 3, status_id: 1 },
      // A reason that is no text is none of ours: the whole of it stays inside.
      to: {},
      visit: null,
      order: null,
    },
  });
});
