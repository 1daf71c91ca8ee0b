import { describe, expect, it } from 'vitest';
import { type DayBoard, type DayRow, rowsOf } from '../../app/board/day/day-rows.ts';
import type { CalendarVisit } from '../../db/reads/visits/calendar-row.ts';

const day = '2026-03-02';
const visit = (id: number, more: Partial<CalendarVisit> = {}) =>
  ({
    id,
    day,
    slotId: 5,
    technicianId: 1,
    zoneId: null,
    orderType: 1,
    rank: null,
    cancelled: false,
    rescheduled: false,
    ...more,
  }) as CalendarVisit;
const board = (visits: CalendarVisit[], more: Partial<DayBoard['crew']> = {}): DayBoard => ({
  slots: [
    { id: 5, enabled: true, fromHour: 9, toHour: 13 },
    { id: 6, enabled: true, fromHour: 13, toHour: 17 },
  ] as unknown as DayBoard['slots'],
  visits,
  crew: {
    technicians: [
      { id: 1, name: 'Ana', skills: [] },
      { id: 2, name: 'Bruno', skills: [] },
    ],
    absences: [],
    ...more,
  } as unknown as DayBoard['crew'],
  technicians: new Map([[9, 'Zulma']]),
  durations: { 1: 90 },
  zones: [{ id: 3, name: 'Centro' }],
});
const shown = { day, shows: () => true, onlyWithVisits: false, technician: null, byZone: false };
const namesOf = (rows: DayRow[]) => rows.map(({ technician }) => technician?.name ?? null);
const idsIn = (row: DayRow | undefined, slotId = 5) => row?.cells.get(slotId)?.map(({ id }) => id);

describe('the rows of a day', () => {
  it('are what has no technician, the crew, and who has left it with visits', () => {
    const rows = rowsOf(
      board([visit(1), visit(2, { technicianId: null }), visit(3, { technicianId: 9 })]),
      shown,
    );
    expect(namesOf(rows)).toEqual([null, 'Ana', 'Bruno', 'Zulma']);
    expect(rows.map((row) => idsIn(row))).toEqual([[2], [1], undefined, [3]]);
  });

  it('have each slot’s visits in the order of the round, what is no part of it last', () => {
    const visits = [visit(1, { cancelled: true }), visit(2, { rank: 9 }), visit(3), visit(4, { rank: 1 })];
    expect(idsIn(rowsOf(board(visits), shown)[1])).toEqual([4, 3, 2, 1]);
  });

  it('count the load beside the shift, and what is late or on the way, also of what a filter hides', () => {
    const visits = [
      visit(1),
      visit(2, { delayed: true }),
      visit(3, { onTheWay: true }),
      visit(4, { cancelled: true }),
    ];
    const [, ana] = rowsOf(board(visits), { ...shown, shows: ({ id }) => id === 1 });
    expect(idsIn(ana)).toEqual([1]);
    expect(ana!.load).toMatchObject({ visits: 3, minutes: 270, shift: 480, late: 1, onTheWay: { id: 3 } });
  });

  it('show who does not work, all day or in a slot, and take it off the shift', () => {
    const off = { id: 1, fromDay: day, toDay: day, version: 1 };
    const absences = [
      { ...off, technicianId: 1, slotIds: [] },
      { ...off, technicianId: 2, slotIds: [6] },
    ];
    const [, ana, bruno] = rowsOf(board([], { absences }), shown);
    expect([ana!.absent, [...ana!.absentIn], ana!.load.shift]).toEqual([true, [5, 6], 0]);
    expect([bruno!.absent, [...bruno!.absentIn], bruno!.load.shift]).toEqual([false, [6], 240]);
  });

  it('leave out who has none of what a filter shows, and all but the technician who is asked for', () => {
    const visits = [visit(1), visit(2, { technicianId: null })];
    const filtered = { ...shown, onlyWithVisits: true, shows: ({ id }: CalendarVisit) => id === 1 };
    expect(namesOf(rowsOf(board(visits), filtered))).toEqual(['Ana']);
    expect(namesOf(rowsOf(board(visits), { ...shown, technician: 2 }))).toEqual(['Bruno']);
  });

  it('are grouped by zone, a technician of two in both, and a deleted zone’s visits under none', () => {
    const visits = [visit(1, { zoneId: 3 }), visit(2), visit(3, { zoneId: 99, technicianId: 2 })];
    const rows = rowsOf(board(visits), { ...shown, byZone: true });
    expect(rows.map(({ zone, technician }) => [zone?.name, technician?.name])).toEqual([
      ['Centro', 'Ana'],
      ['', 'Ana'],
      ['', 'Bruno'],
    ]);
  });

  it('keep their identity until what they show changes', () => {
    const [a, b] = [visit(1), visit(2, { technicianId: 2 })];
    const before = rowsOf(board([a, b]), shown);
    const after = rowsOf(board([{ ...a, delayed: true }, b]), shown, before);
    expect(after.map((row, at) => row === before[at])).toEqual([true, false, true]);
    expect(after[1]!.load.late).toBe(1);
    // A visit that a filter hides changes the load of its technician all the same.
    const hiding = { ...shown, shows: () => false };
    const hidden = rowsOf(board([a, b]), hiding);
    expect(rowsOf(board([a]), hiding, hidden)[2]).not.toBe(hidden[2]);
  });
});
