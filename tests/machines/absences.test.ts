import { expect, it } from 'vitest';
import { absencesOn, isAbsent, isAbsentAllDay } from '../../machines/visit/absences.ts';
import { skillsLacking, skillsNeeded } from '../../machines/visit/skills.ts';

const holidays = { technicianId: 1, fromDay: '2026-03-02', toDay: '2026-03-04', slotIds: [] };
const mornings = { technicianId: 1, fromDay: '2026-03-05', toDay: '2026-03-05', slotIds: [7, 8] };
const absences = [holidays, mornings];

it('an absence holds for its first and its last day, and for its technician alone', () => {
  const absent = (day: string, technicianId = 1) => isAbsent(absences, technicianId, day, 9);
  expect(['2026-03-01', '2026-03-02', '2026-03-04', '2026-03-05'].map((day) => absent(day))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(absent('2026-03-03', 2)).toBe(false);
});

it('an absence of some slots leaves the others of the day', () => {
  expect([7, 8, 9].map((slotId) => isAbsent(absences, 1, '2026-03-05', slotId))).toEqual([true, true, false]);
  expect(isAbsentAllDay(absences, 1, '2026-03-05')).toBe(false);
  expect(isAbsentAllDay(absences, 1, '2026-03-04')).toBe(true);
  expect(absencesOn(absences, 1, '2026-03-05')).toEqual([mornings]);
});

const needs = [
  { skillId: 1, orderType: 3, symptomId: null },
  { skillId: 2, orderType: null, symptomId: 40 },
  { skillId: 3, orderType: 3, symptomId: 41 },
  { skillId: 1, orderType: null, symptomId: 40 },
];
const skills = [
  { id: 2, name: 'altura' },
  { id: 1, name: 'fibra' },
  { id: 3, name: 'wifi' },
];

it('a visit needs what its type, its symptom, or both together need, each once', () => {
  expect(skillsNeeded({ orderType: 3, symptomId: null }, needs)).toEqual([1]);
  expect(skillsNeeded({ orderType: 3, symptomId: 40 }, needs)).toEqual([1, 2]);
  expect(skillsNeeded({ orderType: 3, symptomId: 41 }, needs)).toEqual([1, 3]);
  expect(skillsNeeded({ orderType: 4, symptomId: 41 }, needs)).toEqual([]);
});

it('names the skills that a technician lacks, in the order of the list', () => {
  const work = { orderType: 3, symptomId: 40 };
  expect(skillsLacking(work, [], { skills, needs })).toEqual(['altura', 'fibra']);
  expect(skillsLacking(work, [2], { skills, needs })).toEqual(['fibra']);
  expect(skillsLacking(work, [1, 2], { skills, needs })).toEqual([]);
});
