import { describe, expect, it } from 'vitest';
import type { QueuedStep } from '../../../app/offline/step-queue.ts';
import { asPressed, doneHere, withSteps } from '../../../app/routes/tecnico/pressed-steps.ts';
import { technicianWords } from '../../../app/words/technician/technician-words.ts';
import type { FieldVisit } from '../../../db/reads/visits/technician-day.ts';
import { isOpen } from '../../../machines/visit/facts.ts';
import { statusLabel } from '../../../machines/visit/labels.ts';

// What a technician did without a signal, as the day shows it until it is sent (ux.md U32).

const me = 7;
const visit = (id: number, fromHour: number): FieldVisit =>
  ({
    id,
    day: '2026-03-05',
    fromHour,
    toHour: fromHour + 2,
    technicianId: me,
    statusId: 1,
    reasonText: null,
    onTheWay: false,
    arrived: false,
    delayed: false,
    finished: false,
    cancelled: false,
    rescheduled: false,
  }) as FieldVisit;
const step = (visitId: number, name: QueuedStep['step'], more: Partial<QueuedStep> = {}): QueuedStep => ({
  id: visitId,
  userId: 1,
  visitId,
  orderNumber: '11400000001',
  step: name,
  input: {},
  key: `k${visitId}`,
  happenedAt: '2026-03-05T12:00:00Z',
  refusal: null,
  state: 'waiting',
  waited: true,
  ...more,
});
const day = { assigned: [visit(1, 8), visit(2, 10), visit(3, 12)], free: [], hour: 9 };
const shown = (steps: QueuedStep[]) => withSteps(day, steps, asPressed(day, steps, new Map()), me);

describe('a visit that was closed without a signal', () => {
  it('says that it is closed, and stands below those that are to be done', () => {
    const { assigned } = shown([step(1, 'finish')]);
    expect(assigned.map(({ id }) => id)).toEqual([2, 3, 1]);
    const [closed] = assigned.slice(-1);
    expect(isOpen(closed!)).toBe(false);
    expect(statusLabel(closed!, closed!.reasonText)).toBe(technicianWords.closedHere);
  });

  it('stays under the finger while its first try is under way', () => {
    const { assigned } = shown([step(1, 'finish', { waited: undefined, state: 'sending' } as never)]);
    expect(assigned.map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  it('counts as done, unless the server refused it or has counted it already', () => {
    const assigned = day.assigned;
    expect(doneHere(assigned, [step(1, 'finish'), step(2, 'arrive')], '2026-03-05')).toBe(1);
    expect(doneHere(assigned, [step(1, 'finish', { state: 'refused' })], '2026-03-05')).toBe(0);
    expect(doneHere(assigned, [step(9, 'finish')], '2026-03-05')).toBe(0);
    expect(doneHere(assigned, [step(1, 'finish')], '2026-03-06')).toBe(0);
  });
});
