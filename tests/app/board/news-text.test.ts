import { expect, it } from 'vitest';
import { newsText } from '../../../app/board/news/news-text.ts';
import type { VisitChange } from '../../../app/data/week-view.ts';
import type { CalendarVisit } from '../../../db/reads/visits/calendar-row.ts';

const named = {
  names: {
    technicians: new Map([
      [7, 'Ana Paz'],
      [8, 'Beto Ríos'],
    ]),
    reasons: new Map(),
    symptoms: new Map(),
    types: new Map(),
  },
  slots: [
    { id: 5, name: '8 a 10' },
    { id: 6, name: '10 a 12' },
  ],
};

const visit = (id: number, more: Partial<CalendarVisit> = {}): CalendarVisit =>
  ({
    ...{ id, version: 1, day: '2026-03-02', slotId: 5, statusId: 1, clientName: 'Sosa, Lía' },
    ...{ technicianId: null, reasonId: null, customerNotice: null, confirmed: false, atHome: false },
    ...{ onTheWay: false, delayed: false, finished: false, cancelled: false, rescheduled: false },
    ...more,
  }) as CalendarVisit;
const change = (
  id: number,
  more: Partial<CalendarVisit>,
  before: Partial<CalendarVisit> = {},
): VisitChange => ({
  before: visit(id, before),
  after: visit(id, more),
});
const say = (...changes: VisitChange[]) => newsText(changes, named);

it('says what changed of a visit: its technician, its place, its state, what its customer said', () => {
  expect(say(change(1, { technicianId: 7 }))).toBe('Visita 1, Sosa: ahora la tiene Ana Paz');
  expect(say(change(1, { technicianId: null }, { technicianId: 7 }))).toBe(
    'Visita 1, Sosa: quedó sin técnico',
  );
  expect(say(change(1, { slotId: 6 }))).toBe('Visita 1, Sosa: pasó a 10 a 12');
  expect(say(change(1, { onTheWay: true, technicianId: 7 }, { technicianId: 7 }))).toBe(
    'Visita 1, Sosa: En camino',
  );
  expect(say(change(1, { confirmed: true }))).toBe('Visita 1, Sosa: Confirmada por el cliente');
  expect(say({ before: null, after: visit(1) })).toBe(
    'Visita 1, Sosa: es nueva, el lunes 2 de marzo, 8 a 10',
  );
  expect(say({ before: visit(1), after: null })).toBe('Visita 1, Sosa: pasó a otro día');
});

it('says nothing where nothing that is shown changed, as where one’s own move is confirmed', () => {
  expect(say(change(1, { version: 2 }))).toBe('');
});

it('takes the changes of a visit together, and of many visits says how many changed how', () => {
  expect(say(change(1, { technicianId: 7 }), change(1, { technicianId: 8 }, { technicianId: 7 }))).toBe(
    'Visita 1, Sosa: ahora la tiene Beto Ríos',
  );
  const burst = Array.from({ length: 10 }, (_, at) => change(at, { technicianId: at < 6 ? 7 : 8 }));
  expect(say(...burst)).toBe(
    'Cambiaron 10 visitas: ahora la tiene Ana Paz (6); ahora la tiene Beto Ríos (4)',
  );
});
