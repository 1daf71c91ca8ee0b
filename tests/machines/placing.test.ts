import { describe, expect, it } from 'vitest';
import { haveSeveralSlots, objectionTo, type PlacingRules, placeIn } from '../../machines/visit/placing.ts';

const day = '2026-03-02';
type Placed = Parameters<typeof objectionTo>[0][number];
const visit = (more: Partial<Placed> = {}): Placed => ({
  ...{ id: 1, slotId: 5, technicianId: 7, orderType: 1, symptomId: null, statusId: 1, reasonId: null },
  ...{ finished: false, cancelled: false, rescheduled: false, delayed: false, onTheWay: false },
  ...{ delayedWhileOnTheWay: false, arrived: false, detached: false, runningLate: null },
  ...more,
});
const absence = { id: 1, technicianId: 8, fromDay: day, toDay: day, slotIds: [6], version: 1 };
const fibre = { skills: [{ id: 4, name: 'Fibra' }], needs: [{ orderType: 1, symptomId: null, skillId: 4 }] };
const rules = (more: object = {}) =>
  ({
    ...{ mode: 'off', skills: [], needs: [], absences: [], mayOverbook: false, left: () => null },
    technicians: [
      { id: 7, skills: [4] },
      { id: 8, skills: [] },
    ],
    ...more,
  }) as unknown as PlacingRules;
const here = { day, slotId: 5, technicianId: 7 };
const kindOf = (visits: Placed[], to: object, more: object = {}) =>
  objectionTo(visits, { ...here, ...to }, rules(more))?.kind ?? null;

it('has none to another slot, another technician, or none', () => {
  for (const to of [{ slotId: 6 }, { technicianId: 8 }, { technicianId: null }])
    expect(kindOf([visit()], to)).toBeNull();
});

it('refuses what the visit’s state does not allow', () => {
  expect(kindOf([visit({ onTheWay: true })], { technicianId: 8 })).toBe('refused');
  expect(kindOf([visit(), visit({ id: 2, finished: true })], { technicianId: 8 })).toBe('refused');
});

it('refuses a technician who does not work then, but not a new place in the same round', () => {
  const absences = [absence];
  expect(kindOf([visit()], { technicianId: 8, slotId: 6 }, { absences })).toBe('refused');
  expect(kindOf([visit()], { technicianId: 8 }, { absences })).toBeNull();
  const there = visit({ technicianId: 8, slotId: 6 });
  expect(kindOf([there], { technicianId: 8, slotId: 6 }, { absences })).toBeNull();
});

it('counts only what enters a full slot, and says who may exceed it', () => {
  const full = { left: () => 0 };
  for (const mayOverbook of [false, true])
    expect(objectionTo([visit()], { ...here, slotId: 6 }, rules({ ...full, mayOverbook }))).toMatchObject({
      kind: 'full',
      mayOverbook,
    });
  expect(kindOf([visit()], { technicianId: 8 }, full)).toBeNull();
  const two = [visit({ slotId: 6 }), visit({ id: 2, slotId: 6 }), visit({ id: 3 })];
  expect(kindOf(two, {}, { left: () => 2 })).toBeNull();
  expect(objectionTo(two, here, rules({ left: () => 1 }))?.text).toContain('1 de las 2');
});

it('warns of a skill that is lacking, or refuses it, as the operation says', () => {
  const needs = (mode: string) => ({ mode, ...fibre });
  expect(kindOf([visit()], { technicianId: 8 }, needs('warn'))).toBe('warning');
  expect(kindOf([visit()], { technicianId: 8 }, needs('refuse'))).toBe('refused');
  expect(kindOf([visit()], { technicianId: 8 }, needs('off'))).toBeNull();
  expect(kindOf([visit()], { technicianId: null }, needs('refuse'))).toBeNull();
});

describe('several visits, each in its own slot or with its own technician', () => {
  const ownSlot = { slotId: null, technicianId: 8 };
  const two = [visit(), visit({ id: 2, slotId: 6 })];

  it('stay there', () => {
    expect(two.map((one) => placeIn(one, ownSlot).slotId)).toEqual([5, 6]);
    expect(placeIn(visit(), { slotId: 6, technicianId: undefined })).toEqual({ slotId: 6, technicianId: 7 });
    expect([haveSeveralSlots(two), haveSeveralSlots([visit(), visit({ id: 3 })])]).toEqual([true, false]);
  });

  it('need no place of a full slot, and are refused where the technician is absent in the slot of one', () => {
    expect(kindOf(two, ownSlot, { left: () => 0 })).toBeNull();
    expect(kindOf(two, ownSlot, { absences: [absence] })).toBe('refused');
    expect(kindOf([visit(), visit({ id: 3 })], ownSlot, { absences: [absence] })).toBeNull();
  });

  it('are refused in a slot in which one of their technicians is absent', () => {
    const moved = { slotId: 6, technicianId: undefined };
    expect(kindOf([visit(), visit({ id: 2, technicianId: 8 })], moved, { absences: [absence] })).toBe(
      'refused',
    );
    expect(kindOf([visit()], moved, { absences: [absence] })).toBeNull();
  });
});
