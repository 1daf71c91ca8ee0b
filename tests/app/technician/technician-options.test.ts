import { expect, it } from 'vitest';
import { technicianOptions } from '../../../app/dispatch/technician-options.ts';

const technicians = [
  { id: 1, name: 'Ana Paz', assignedVisits: 2, absent: false, skills: [10] },
  { id: 2, name: 'Beto Ríos', assignedVisits: 0, absent: true, skills: [] },
];
const skills = {
  skills: [
    { id: 11, name: 'altura' },
    { id: 10, name: 'fibra' },
  ],
  needs: [
    { skillId: 10, orderType: 1, symptomId: null },
    { skillId: 11, orderType: null, symptomId: 40 },
  ],
};
const works = [
  { orderType: 1, symptomId: 40 },
  { orderType: 1, symptomId: null },
];
const optionsOf = (mode: 'off' | 'warn' | 'refuse') =>
  technicianOptions(technicians, { none: 'Sin técnico', works, skills: { mode, ...skills } }).map(
    ({ label, disabled = false }) => [label, disabled],
  );

it('who does not work then is off, and who lacks a skill is named so', () => {
  expect(optionsOf('warn')).toEqual([
    ['Sin técnico', false],
    ['Ana Paz (2 visitas asignadas) · le falta: altura', false],
    ['Beto Ríos (0 visitas asignadas) · no trabaja · le falta: altura, fibra', true],
  ]);
});

it('who lacks a skill is off where the operation refuses, and not named where skills are off', () => {
  expect(optionsOf('refuse')[1]).toEqual(['Ana Paz (2 visitas asignadas) · le falta: altura', true]);
  expect(optionsOf('off').map(([label]) => label)).toEqual([
    'Sin técnico',
    'Ana Paz (2 visitas asignadas)',
    'Beto Ríos (0 visitas asignadas) · no trabaja',
  ]);
});
