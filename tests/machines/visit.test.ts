import { describe, expect, it } from 'vitest';
import type { ArrivalMode } from '../../machines/visit/arrival.ts';
import { technicianSteps } from '../../machines/visit/buttons.ts';
import { stateOf, type VisitFacts } from '../../machines/visit/facts.ts';
import { statusLabel } from '../../machines/visit/labels.ts';
import { decideVisit } from '../../machines/visit/machine.ts';
import type { Reason, VisitStep } from '../../machines/visit/steps.ts';

const fresh: VisitFacts & { rank?: null } = {
  technicianId: null,
  rank: null,
  statusId: 1,
  reasonId: null,
  onTheWay: false,
  delayed: false,
  delayedWhileOnTheWay: false,
  arrived: false,
  runningLate: null,
  finished: false,
  cancelled: false,
  rescheduled: false,
  detached: false,
};
const done: Reason = {
  value: 6,
  text: 'Concluida',
  cancels: false,
  finalizes: true,
  finalizesOrder: true,
  derives: false,
  reschedules: false,
  absence: false,
};
const cancel: Reason = {
  ...done,
  value: 20,
  text: 'Responsabilidad del cliente: ausente',
  finalizes: false,
  cancels: true,
  absence: true,
};
const pending: Reason = {
  ...done,
  value: 30,
  text: 'Falta material',
  finalizes: false,
  finalizesOrder: false,
};

const moment = { at: new Date('2026-03-02T12:00:00Z'), by: 'Ana Paz' };

const reschedule: VisitStep = { type: 'RESCHEDULE', reasonId: 40, nextId: 2, comments: 'Pide otro día.' };
const assign = (technicianId: number | null): VisitStep => ({
  type: 'ASSIGN',
  technicianId,
  comments: 'Reasignada.',
});
const take = (technicianId = 7): VisitStep => ({ type: 'TAKE', technicianId, isToday: true });
const release = (technicianId: number | null = 7): VisitStep => ({
  type: 'RELEASE',
  technicianId,
  comments: 'No llego.',
});
const depart = (more: Partial<Extract<VisitStep, { type: 'SET_ON_THE_WAY' }>> = {}): VisitStep => ({
  type: 'SET_ON_THE_WAY',
  technicianId: 7,
  allowed: true,
  visitId: 1,
  currentVisitId: null,
  ...more,
});
const close = (reason = done, more: Partial<Extract<VisitStep, { type: 'CLOSE' }>> = {}): VisitStep => ({
  type: 'CLOSE',
  reason,
  technicianId: 7,
  mayCloseAny: false,
  departs: true,
  arrival: 'offered',
  evidence: {},
  ...more,
});

const arrive = (more: Partial<Extract<VisitStep, { type: 'ARRIVE' }>> = {}): VisitStep => ({
  type: 'ARRIVE',
  technicianId: 7,
  offered: true,
  departs: true,
  visitId: 1,
  currentVisitId: 1,
  ...more,
});

/** Replay steps from a fresh visit; the first refusal ends the story with its reason. */
function replay(...steps: VisitStep[]) {
  let visit = fresh;
  const events: string[] = [];
  for (const step of steps) {
    const decision = decideVisit(visit, step, moment);
    if (!decision.ok) return { refusal: decision.refusal, visit, events, state: stateOf(visit) };
    visit = decision.visit;
    events.push(decision.event);
  }
  return { refusal: null, visit, events, state: stateOf(visit) };
}

const later = { at: new Date('2026-03-02T13:00:00Z'), by: 'Ana Paz' };
const changeOf = (visit: VisitFacts, step: VisitStep) => {
  const decision = decideVisit(visit, step, later);
  return decision.ok ? decision.change : decision.refusal;
};
const visitAfter = (...steps: VisitStep[]) => replay(...steps).visit;

describe('the life of a visit', () => {
  it('goes from the pool to the customer and ends concluded', () => {
    const story = replay(take(), depart(), close());
    expect(story.refusal).toBeNull();
    expect(story.events).toEqual(['visit.taken', 'visit.on_the_way', 'visit.finished']);
    expect(story.visit).toMatchObject({ finished: true, onTheWay: false, statusId: 6, technicianId: 7 });
  });

  it('is cancelled by a reason that cancels, and only changes its state by others', () => {
    expect(replay(take(), depart(), close(cancel)).visit).toMatchObject({
      cancelled: true,
      finished: false,
      statusId: 20,
    });
    const postponed = replay(take(), depart(), close(pending));
    expect(postponed.visit).toMatchObject({
      cancelled: false,
      finished: false,
      statusId: 14,
      technicianId: 7,
      onTheWay: false,
    });
    expect(postponed.state).toBe('assigned');
    expect(statusLabel(postponed.visit, 'Falta material')).toBe('Pendiente: Falta material');
  });

  it('can be taken again after it was given back', () => {
    const story = replay(take(), release(), take(8));
    expect(story.visit.technicianId).toBe(8);
    expect(story.events).toEqual(['visit.taken', 'visit.released', 'visit.taken']);
  });

  it('is refused to a second technician, and to the one who has it already', () => {
    expect(replay(take(), take(8)).refusal).toBe('already-taken');
    expect(replay(take(), take(7)).refusal).toBe('already-yours');
  });

  it('can only be taken on its day', () => {
    expect(replay({ type: 'TAKE', technicianId: 7, isToday: false }).refusal).toBe('not-today');
  });

  it('cannot be released on the way, delayed, unassigned, or by another technician', () => {
    expect(replay(take(), depart(), release()).refusal).toBe('release-on-the-way');
    expect(replay(take(), { type: 'PASS_SLOT_END', due: true }, release()).refusal).toBe('release-delayed');
    expect(replay(release()).refusal).toBe('not-assigned');
    expect(replay(take(), release(8)).refusal).toBe('assigned-to-other');
  });

  it('lets a technician set out for one visit at a time', () => {
    expect(replay(take(), depart({ currentVisitId: 99 })).refusal).toBe('on-the-way-elsewhere');
    expect(replay(take(), depart(), depart({ currentVisitId: 1 })).refusal).toBe('already-on-the-way');
    expect(replay(depart()).refusal).toBe('not-assigned');
    expect(replay(take(), depart({ technicianId: 8 })).refusal).toBe('assigned-to-other');
    expect(replay(take(), depart({ allowed: false })).refusal).toBe('on-the-way-not-allowed');
  });

  it('is closed by its technician only on the way or delayed', () => {
    expect(replay(take(), close()).refusal).toBe('close-before-on-the-way');
    expect(replay(take(), { type: 'PASS_SLOT_END', due: true }, close()).refusal).toBeNull();
    expect(replay(close()).refusal).toBe('not-assigned');
    expect(replay(take(), depart(), close(done, { technicianId: 8 })).refusal).toBe('assigned-to-other');
  });

  it('is closed without setting out where the operation does not use it, and by a dispatcher at any time', () => {
    expect(replay(take(), close(done, { departs: false })).refusal).toBeNull();
    expect(replay(close(cancel, { technicianId: null, mayCloseAny: true })).visit.cancelled).toBe(true);
  });

  it('left pending by a dispatcher while it was unassigned, it stays unassigned', () => {
    expect(replay(close(pending, { technicianId: null, mayCloseAny: true })).state).toBe('unassigned');
  });

  it('remembers whether it was on the way when its slot ended', () => {
    const late = replay(take(), depart(), { type: 'PASS_SLOT_END', due: true });
    expect(late.visit).toMatchObject({
      statusId: 17,
      delayed: true,
      onTheWay: false,
      delayedWhileOnTheWay: true,
    });
    expect(statusLabel(late.visit, null)).toBe('Cierre demorado');
    expect(replay(take(), { type: 'PASS_SLOT_END', due: true }).visit.delayedWhileOnTheWay).toBe(false);
  });

  it('delayed, takes only its closure and notes', () => {
    const delayed = [take(), { type: 'PASS_SLOT_END', due: true } as const];
    expect(replay(...delayed, { type: 'ADD_NOTE' }).refusal).toBeNull();
    expect(replay(...delayed, depart()).refusal).toBe('delayed-only-closes');
    expect(
      replay(...delayed, { type: 'CHANGE_SLOT', slotId: 3, late: false, overbooked: false }).refusal,
    ).toBe('delayed-only-closes');
    expect(replay(...delayed, assign(8)).refusal).toBe('reassign-delayed');
    expect(replay(...delayed, reschedule).refusal).toBe('reschedule-delayed');
  });

  it('on the way, cannot be reassigned or rescheduled', () => {
    expect(replay(take(), depart(), assign(8)).refusal).toBe('reassign-on-the-way');
    expect(replay(take(), depart(), reschedule).refusal).toBe('reschedule-on-the-way');
  });

  it('is released by the clock only when assigned and not on the way, and remembers it', () => {
    const due = { type: 'PASS_RELEASE_TIME', due: true, comments: '' } as const;
    expect(replay(take(), due).visit).toMatchObject({ technicianId: null, detached: true });
    expect(replay(take(), due, take(8)).visit).toMatchObject({ technicianId: 8, detached: false });
    expect(replay(take(), depart(), due).refusal).not.toBeNull();
    expect(replay(take(), { ...due, due: false }).refusal).toBe('not-due');
  });

  it('closed, takes nothing more', () => {
    const ends = [[take(), depart(), close()], [take(), depart(), close(cancel)], [reschedule]];
    const steps = [take(), release(), depart(), close(), reschedule, { type: 'ADD_NOTE' } as const];
    for (const end of ends)
      for (const step of steps) expect(replay(...end, step).refusal).toBe('visit-closed');
  });

  it('never changes the visit it was asked about', () => {
    const before = structuredClone(fresh);
    replay(take(), depart(), close());
    expect(fresh).toEqual(before);
  });
});

describe('the change of a visit’s row', () => {
  it('is nothing that stays as it was', () => {
    expect(changeOf(fresh, { type: 'ADD_NOTE' })).toEqual({});
    expect(changeOf(visitAfter(take()), { type: 'REMIND' })).toEqual({});
  });

  it('dates who has it, who leaves for it and when it ends', () => {
    expect(changeOf(fresh, take())).toEqual({ technicianId: 7, assignedAt: later.at });
    expect(changeOf(visitAfter(take()), depart())).toEqual({ onTheWay: true, onTheWayAt: later.at });
    expect(changeOf(visitAfter(take(), depart()), close())).toEqual({
      statusId: 6,
      reasonId: 6,
      onTheWay: false,
      finished: true,
      closedAt: later.at,
    });
  });

  it('says who took it from its technician, and why, only when it had one', () => {
    const detached = { detachedBy: 'Ana Paz', detachedComments: 'Reasignada.' };
    expect(changeOf(fresh, assign(8))).not.toHaveProperty('detachedBy');
    expect(changeOf(visitAfter(take()), assign(8))).toMatchObject({ technicianId: 8, ...detached });
    expect(changeOf(visitAfter(take()), assign(null))).toMatchObject({ assignedAt: null, ...detached });
    expect(changeOf(visitAfter(take()), release())).toMatchObject({
      technicianId: null,
      assignedAt: null,
      detachedComments: 'No llego.',
    });
  });

  it('counts the timers from the change of slot, and asks the customer to confirm again', () => {
    const step: VisitStep = { type: 'CHANGE_SLOT', slotId: 3, late: true, overbooked: false };
    const moved = {
      slotId: 3,
      lateSchedule: true,
      overbooked: false,
      confirmedAt: null,
      atHomeAt: null,
    };
    expect(changeOf(visitAfter(take()), step)).toEqual({ ...moved, assignedAt: later.at });
    expect(changeOf(fresh, step)).toEqual({ ...moved, assignedAt: null });
  });

  it('of a closing keeps its evidence, and of one that postpones when it was', () => {
    const evidence = { repairCode: 'R01', extraComments: 'Listo.' };
    expect(changeOf(visitAfter(take(), depart()), close(done, { evidence }))).toMatchObject(evidence);
    const postponed = changeOf(visitAfter(take(), depart()), close(pending));
    expect(postponed).toMatchObject({ statusId: 14, reasonId: 30, postponedAt: later.at });
    expect(postponed).not.toHaveProperty('closedAt');
  });

  it('taken back gives the technician back and forgets that it was withdrawn', () => {
    const before = { slotId: 3, lateSchedule: false, overbooked: false, rank: null };
    const undo: VisitStep = { type: 'UNDO', technicianId: 7, ...before };
    expect(changeOf(visitAfter(take(), release()), undo)).toMatchObject({
      technicianId: 7,
      assignedAt: later.at,
      detachedBy: null,
      detachedComments: null,
    });
    expect(changeOf(visitAfter(take()), undo)).not.toHaveProperty('assignedAt');
  });

  it('by the customer is an answer to a finished visit, and a confirmation of an open one', () => {
    const answer: VisitStep = { type: 'ANSWER', answer: 'no' };
    expect(changeOf(visitAfter(take(), depart(), close()), answer)).toEqual({ customerAnswer: 'no' });
    expect(changeOf(visitAfter(take(), depart(), close(cancel)), answer)).toBe('question-too-early');
    expect(changeOf(fresh, { type: 'CONFIRM' })).toEqual({ confirmedAt: later.at });
    expect(changeOf(visitAfter(take(), depart()), { type: 'CONFIRM' })).toBe('reply-on-the-way');
  });

  it('shows the customer’s last message in every state, and no other', () => {
    const settled: VisitStep = { type: 'SETTLE_NOTICE', customerNotice: 'sent' };
    for (const visit of [fresh, visitAfter(take(), depart()), visitAfter(take(), depart(), close())])
      expect(changeOf(visit, settled)).toEqual({ customerNotice: 'sent' });
    expect(changeOf(fresh, { type: 'SETTLE_NOTICE', customerNotice: undefined })).toEqual({});
  });
});

describe('the arrival of a technician', () => {
  const delay: VisitStep = { type: 'PASS_SLOT_END', due: true };

  it('follows the way, once, and keeps the technician busy until the visit is closed', () => {
    const arrived = replay(take(), depart(), arrive());
    expect([arrived.state, arrived.visit.onTheWay, arrived.events.at(-1)]).toEqual([
      'arrived',
      true,
      'visit.arrived',
    ]);
    expect(changeOf(visitAfter(take(), depart()), arrive())).toEqual({ arrived: true, arrivedAt: later.at });
    for (const [step, refusal] of [
      [arrive(), 'already-arrived'],
      [depart(), 'already-arrived'],
      [release(), 'release-on-the-way'],
      [reschedule, 'reschedule-on-the-way'],
    ] as const)
      expect(replay(take(), depart(), arrive(), step).refusal).toBe(refusal);
    expect(replay(take(), depart(), arrive(), close()).state).toBe('finished');
  });

  it('needs one’s own visit, the way where the operation uses it, and an operation that offers it', () => {
    expect(replay(take(), arrive()).refusal).toBe('arrive-before-on-the-way');
    expect(replay(take(), arrive({ departs: false, currentVisitId: null })).state).toBe('arrived');
    expect(replay(take(), arrive({ departs: false, currentVisitId: 9 })).refusal).toBe(
      'on-the-way-elsewhere',
    );
    expect(replay(take(), depart(), arrive({ technicianId: 8 })).refusal).toBe('assigned-to-other');
    expect(replay(take(), depart(), arrive({ offered: false })).refusal).toBe('arrival-off');
    expect(replay(arrive()).refusal).toBe('not-assigned');
  });

  it('is recorded of a delayed visit too, which stays delayed', () => {
    const late = replay(take(), depart(), delay, arrive());
    expect([late.state, late.visit.arrived]).toEqual(['delayed', true]);
    expect(replay(take(), depart(), delay, arrive(), arrive()).refusal).toBe('already-arrived');
  });

  it('is forgotten with a new way or another technician', () => {
    const again = replay(take(), depart(), arrive(), close(pending), depart());
    expect([again.state, again.visit.arrived]).toEqual(['onTheWay', false]);
    expect(replay(take(), depart(), arrive(), close(pending), assign(8)).visit.arrived).toBe(false);
  });

  it('is asked of technicians before a closing for absence where the operation says so, and of no dispatcher', () => {
    const absent = (more = {}) => close(cancel, { arrival: 'asked', ...more });
    expect(replay(take(), depart(), absent()).refusal).toBe('arrival-required');
    expect(replay(take(), depart(), close(done, { arrival: 'asked' })).state).toBe('finished');
    expect(replay(take(), depart(), arrive(), absent()).state).toBe('cancelled');
    expect(replay(take(), depart(), absent({ mayCloseAny: true })).state).toBe('cancelled');
  });
});

describe('the buttons of a technician', () => {
  const by = {
    technicianId: 7,
    currentVisitId: null,
    departs: true,
    arrival: 'offered' as ArrivalMode,
    isToday: true,
  };
  const of = (visit: VisitFacts, more: Partial<typeof by> & { currentVisitId?: number | null } = {}) =>
    technicianSteps({ ...visit, id: 1 }, { ...by, ...more });

  it('offer only to take what is unassigned', () => {
    expect(of(fresh)).toEqual({
      take: null,
      release: 'not-assigned',
      onTheWay: 'not-assigned',
      arrive: 'not-assigned',
      close: 'not-assigned',
    });
  });

  it('say why not, as the server would', () => {
    const mine = replay(take()).visit;
    expect(of(mine)).toMatchObject({ release: null, onTheWay: null, close: 'close-before-on-the-way' });
    expect(of(mine, { currentVisitId: 5 } as never).onTheWay).toBe('on-the-way-elsewhere');
    expect(of(replay(take(), depart()).visit)).toMatchObject({
      release: 'release-on-the-way',
      arrive: null,
      close: null,
    });
  });
});

describe('the label of a visit', () => {
  it('is the spec’s in every state', () => {
    expect(statusLabel(fresh, null)).toBe('Pendiente');
    expect(statusLabel(replay(take(), depart()).visit, null)).toBe('En camino');
    expect(statusLabel(replay(take(), depart(), arrive()).visit, null)).toBe('En el domicilio');
    expect(statusLabel(replay(take(), depart(), close()).visit, 'Concluida')).toBe('Concluida');
    expect(statusLabel(replay(take(), depart(), close(cancel)).visit, cancel.text)).toMatch(
      /^Responsabilidad de/,
    );
  });
});
